import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { PreparedRead, type Statement } from './prepared-read.ts';

interface Asked {
  readonly go: (over: Carrier) => void;
  readonly failed: (error: unknown) => void;
}

/** A connection of the pool while reads go over it. */
class Carrier {
  private underWay = 0;
  private isTurning = false;
  private isBroken = false;
  private readonly stream: Duplex;

  /** `retire`: no further reads are to come. */
  constructor(
    private readonly client: pg.PoolClient,
    private readonly retire: () => void,
  ) {
    this.stream = (client as unknown as pg.Client).connection.stream;
    client.once('end', this.breaks);
  }

  send(read: pg.Submittable): void {
    this.underWay += 1;
    this.turn();
    this.client.query(read);
  }

  ended(failure: unknown): void {
    this.underWay -= 1;
    if (failure !== null) this.breaks();
    if (this.underWay === 0) this.turn();
  }

  /** As a pool does not keep a connection on which a query of its own failed. */
  private readonly breaks = (): void => {
    this.isBroken = true;
    this.retire();
    if (this.underWay === 0) this.turn();
  };

  /** What is asked until the event loop has heard all that there is to hear goes in one piece. */
  private turn(): void {
    if (this.isTurning) return;
    this.isTurning = true;
    this.stream.cork();
    setImmediate(() => {
      this.isTurning = false;
      this.stream.uncork();
      if (this.underWay > 0) return;
      this.retire();
      this.client.removeListener('end', this.breaks);
      this.client.release(this.isBroken);
    });
  }
}

/**
 * Reads of many calls over one connection of a pool, each sent whether those before it were answered or not
 * (docs/decisions/0105). The connection is given back whenever none is under way.
 */
export class ReadLine {
  private carrier: Carrier | null = null;
  private waiting: Asked[] = [];

  constructor(private readonly pool: pg.Pool) {}

  /** The rows that are found. Throws what the database answers, or that it cannot be reached. */
  read<Row>(statement: Statement<Row>, values: readonly string[]): Promise<Row[]> {
    return new Promise((done, failed) => {
      const go = (over: Carrier) =>
        over.send(
          new PreparedRead(statement, values, (failure, rows) => {
            over.ended(failure);
            if (failure === null) done(rows);
            else failed(failure);
          }),
        );
      if (this.carrier !== null) go(this.carrier);
      else this.wait({ go, failed });
    });
  }

  private wait(asked: Asked): void {
    this.waiting.push(asked);
    if (this.waiting.length > 1) return;
    this.pool.connect().then(
      (client) => {
        const carrier = new Carrier(client, () => {
          if (this.carrier === carrier) this.carrier = null;
        });
        this.carrier = carrier;
        for (const { go } of this.taken()) go(carrier);
      },
      (error: unknown) => {
        for (const { failed } of this.taken()) failed(error);
      },
    );
  }

  private taken(): readonly Asked[] {
    const { waiting } = this;
    this.waiting = [];
    return waiting;
  }
}
