// The studio of a development run over its lives.

/** A studio that a killed run left behind closes in seconds, and holds the data folder until then. */
const LEFT_BEHIND_MS = 30_000;
const POLL_MS = 20;

const after = (ms) => new Promise((settle) => setTimeout(settle, ms));

/**
 * Keeps one studio running. `start` starts its process (`startOwned`), which then listens to `server`. `onClosed` hears
 * that a person has closed it. One that dies is started again by the next change: until then its cause may be on screen.
 */
export class StudioRun {
  #deps;
  #running = null;
  /** Starts and ends come one after the other. */
  #turn = Promise.resolve();

  constructor({ start, server, onClosed, say }) {
    this.#deps = { start, server, onClosed, say };
  }

  /** Settles when the new studio listens, or has ended without that. */
  startAnew() {
    return this.#inTurn(async () => {
      const beganMs = performance.now();
      await this.#end();
      const isThere = await this.#begin();
      if (isThere) this.#deps.say(`the studio runs after ${((performance.now() - beganMs) / 1000).toFixed(1)} s`);
    });
  }

  end() {
    return this.#inTurn(() => this.#end());
  }

  #inTurn(work) {
    this.#turn = this.#turn.then(work);
    return this.#turn;
  }

  async #end() {
    const run = this.#running;
    this.#running = null;
    await run?.end(() => this.#deps.server.order('quit'));
  }

  async #begin() {
    const { say } = this.#deps;
    const beganMs = performance.now();
    for (;;) {
      const code = await this.#started();
      if (code === null) return true;
      if (code !== 0 || performance.now() - beganMs > LEFT_BEHIND_MS) {
        say(`the studio did not start (code ${code}): it is tried again after the next change`);
        return false;
      }
      // It went by itself at once: another one has the data folder.
      await after(500);
    }
  }

  /** Null once the studio listens; its exit code when it ended before that. */
  async #started() {
    const { start, server } = this.#deps;
    const run = start();
    this.#running = run;
    let code = null;
    let isListening = false;
    void run.ended.then((ended) => {
      code = ended;
      if (this.#running !== run) return;
      this.#running = null;
      if (isListening) this.#gone(ended);
    });
    while (code === null && server.listeners() === 0) await after(POLL_MS);
    isListening = code === null;
    return code;
  }

  #gone(code) {
    if (code === 0) this.#deps.onClosed();
    else this.#deps.say(`the studio ended with code ${code}: it starts again after the next change`);
  }
}
