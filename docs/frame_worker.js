// Browsers start no worker from a page on the disk: there the search runs in a hidden frame instead.

class FrameWorker extends EventTarget {
  constructor(url) {
    super();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    document.body.append(frame);
    const inside = frame.contentWindow;
    inside.postMessage = (data) => {
      const event = new MessageEvent("message", { data });
      this.dispatchEvent(event);
      this.onmessage?.(event);
    };
    this.inside = inside;
    this.frame = frame;
    this.begun = new Promise((done) => {
      const script = inside.document.createElement("script");
      script.onload = done;
      script.src = new URL(url, location.href).href;
      inside.document.body.append(script);
    });
  }

  postMessage(data) {
    this.begun.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
  }

  terminate() { this.frame.remove(); }
}

if (location.protocol === "file:") window.Worker = FrameWorker;
