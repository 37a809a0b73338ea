/* Connect four by hand: the yardstick of speed.

   The rules, the data and the work of a step are those of the game beside it under its engine: of a
   batch of games each in turn draws a uniformly random legal column, drops a disc, looks for four
   in a line, starts anew if the game is over, and writes mask and observation of the player to
   move. There is no Python, no generality and no checking in the way. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 6, COLUMNS = 7, CELLS = ROWS * COLUMNS };

static const int LINES[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

typedef struct {
    uint64_t rng;
    int8_t discs[2][CELLS];
    int8_t height[COLUMNS];
    int8_t left;
    int8_t seat;
} Game;

static uint64_t next_word(uint64_t *rng)
{
    uint64_t word = *rng += 0x9E3779B97F4A7C15u;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
    return word ^ (word >> 31);
}

static void reset(Game *game)
{
    memset(game->discs, 0, sizeof game->discs);
    memset(game->height, 0, sizeof game->height);
    game->left = CELLS;
    game->seat = 0;
}

static int draw(Game *game, const uint8_t *mask)
{
    uint64_t legal = 0;
    for (int column = 0; column < COLUMNS; column++)
        legal += mask[column];
    int skipped = (int)((next_word(&game->rng) >> 32) * legal >> 32);
    for (int column = 0;; column++)
        if (mask[column] && skipped-- == 0)
            return column;
}

static int beyond(const int8_t *mine, int row, int column, int down, int right)
{
    int count = 0;
    row += down, column += right;
    while (0 <= row && row < ROWS && 0 <= column && column < COLUMNS && mine[COLUMNS * row + column])
        count++, row += down, column += right;
    return count;
}

static int makes_four(const int8_t *mine, int row, int column)
{
    for (int k = 0; k < 4; k++) {
        int down = LINES[k][0], right = LINES[k][1];
        if (beyond(mine, row, column, down, right) + beyond(mine, row, column, -down, -right) >= 3)
            return 1;
    }
    return 0;
}

/* Drop a disc; whether that ends the game. */
static int step(Game *game, int column)
{
    int row = ROWS - 1 - game->height[column]++;
    int8_t *mine = game->discs[game->seat];
    mine[COLUMNS * row + column] = 1;
    game->left--;
    game->seat = 1 - game->seat;
    return makes_four(mine, row, column) || game->left == 0;
}

static void look(const Game *game, float *observation, uint8_t *mask)
{
    const int8_t *own = game->discs[game->seat], *rival = game->discs[1 - game->seat];
    for (int cell = 0; cell < CELLS; cell++)
        observation[cell] = own[cell];
    for (int cell = 0; cell < CELLS; cell++)
        observation[CELLS + cell] = rival[cell];
    for (int column = 0; column < COLUMNS; column++)
        mask[column] = game->height[column] < ROWS;
}

/* Play `steps` steps in each of `n` games; the number of games that ended, or -1 without memory. */
long play(long n, long steps, uint64_t seed)
{
    Game *games = malloc(n * sizeof *games);
    float *observation = malloc(n * 2 * CELLS * sizeof *observation);
    uint8_t *mask = malloc(n * COLUMNS);
    long ended = games && observation && mask ? 0 : -1;
    for (long i = 0; ended >= 0 && i < n; i++) {
        games[i].rng = seed + i;
        games[i].rng = next_word(&games[i].rng);
        reset(&games[i]);
        look(&games[i], observation + 2 * CELLS * i, mask + COLUMNS * i);
    }
    for (long k = 0; ended >= 0 && k < steps; k++)
        for (long i = 0; i < n; i++) {
            uint8_t *legal = mask + COLUMNS * i;
            if (step(&games[i], draw(&games[i], legal))) {
                reset(&games[i]);
                ended++;
            }
            look(&games[i], observation + 2 * CELLS * i, legal);
        }
    free(games), free(observation), free(mask);
    return ended;
}
