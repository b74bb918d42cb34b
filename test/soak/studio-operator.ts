import { setTimeout as delay } from 'node:timers/promises';
import { chooseInDialogs } from '../e2e/support/steps.ts';
import type { Studio } from '../e2e/support/studio.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { EACH_ON_ITS_OWN } from '../fixtures/order-plan.ts';

const ADDRESS = {
  recipientName: '김하나',
  recipientPhone: '010-1234-5678',
  postalCode: '04524',
  address1: '서울특별시 중구 세종대로 110',
};
const LOOK_MS = 60;

/** What a person at the window would do over all its lives, and remember: drop a folder, upload what is ready, order what is uploaded. */
export class StudioOperator {
  readonly #folder: string;
  #hasImported = false;
  /** Orders that the studio has shown as placed. */
  readonly acknowledged = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Ends when `isDone` says so; rejects when the window goes away. */
  async work(studio: Studio, isDone: () => Promise<boolean>): Promise<void> {
    await this.begin(studio);
    if (!this.#hasImported) await this.#import(studio);
    for (;;) {
      await studio.call('queue.upload', { bookIds: [], print: HOWEVER_IT_PRINTS });
      await studio.until(({ queue }) => queue.state === 'idle');
      const answer = await studio.call('orders.review', { ...EACH_ON_ITS_OWN, bookIds: [] });
      if (answer.ok) {
        const { runId } = await studio.call('orders.confirm', {
          print: HOWEVER_IT_PRINTS,
          reviewId: answer.review.reviewId,
          address: ADDRESS,
          onlyFitting: false,
        });
        await this.#follow(studio, runId);
      }
      if (await isDone()) return;
      await delay(LOOK_MS);
    }
  }

  /** Until the embedded service serves. */
  async begin(studio: Studio): Promise<void> {
    // One that was killed before it had a connection shows the first screen again.
    const { phase } = await studio.until((status) => status.phase !== 'starting');
    if (phase === 'needsConnection') await studio.call('connections.startBuiltIn', {});
    const { phase: reached, problem } = await studio.until(
      (status) => status.phase === 'ready' || status.phase === 'broken' || status.phase === 'noStore',
    );
    if (reached !== 'ready') throw new BrokenStart(`the studio is ${reached}: ${JSON.stringify(problem)}`);
  }

  async #import(studio: Studio): Promise<void> {
    await chooseInDialogs(studio, { open: [this.#folder], save: '' });
    const begun = await studio.call('imports.pickFolder', {});
    while ((await studio.call('imports.report', { importId: begun?.importId ?? '' })).state === 'scanning')
      await delay(LOOK_MS);
    this.#hasImported = true;
  }

  async #follow(studio: Studio, runId: string): Promise<void> {
    for (;;) {
      const { state, rows } = await studio.call('orders.run', { runId, since: null });
      for (const { orderUid } of rows) if (orderUid !== null) this.acknowledged.add(orderUid);
      if (state === 'done') return;
      await delay(LOOK_MS);
    }
  }
}

/** The window is there and says that it cannot work: no kill explains that away. */
export class BrokenStart extends Error {}
