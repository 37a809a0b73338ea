"""Read a game's rules, or look one up by its id, chapter or words.

Examples:
  piracy rules mutiny                 the table of contents
  piracy rules mutiny --all           all of them
  piracy rules mutiny MUT-5.4         one rule; 5.4 is enough
  piracy rules mutiny R8              one ruling
  piracy rules mutiny "black spot"    a chapter, or all rules with these words
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from piracy_env.cli import choices, screen

if TYPE_CHECKING:
    from piracy_env.cli.rulebook import Passage


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    choices.add_game(parser)
    parser.add_argument("id", nargs="*", help="an id, a chapter's title, or words")
    parser.add_argument("--all", action="store_true", help="all rules, in a pager")
    parser.add_argument("--chapters", action="store_true", help="the chapters; the default")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from piracy_env.cli import document
    from piracy_env.cli.rulebook import Rulebook, pages

    book = Rulebook.of(choices.find_game(args.game))
    if args.id:
        passages = book.find(" ".join(args.id))
    else:
        passages = book.passages if args.all else book.chapters()
    if args.json:
        print(json.dumps([_as_dict(passage) for passage in passages], indent=2, ensure_ascii=False))
    elif not (args.all or args.id):
        print("\n".join("  " * (passage.level - 1) + passage.title for passage in passages))
        if screen.interactive():
            hint = f"`piracy rules {args.game} 3` shows a chapter, --all everything"
            print(screen.paint(screen.fit(hint), screen.DIM))
    elif args.id:
        screen.show_pages("\n".join(pages(passages, screen.width())) + "\n")
    else:
        screen.show_pages("\n".join(document.lines("\n".join(book.lines))) + "\n")
    return 0


def _as_dict(passage: Passage) -> dict[str, object]:
    return {
        "id": passage.id,
        "chapter": passage.title,
        "kind": "chapter" if passage.level else "entry",
        "text": "\n".join(passage.lines),
    }
