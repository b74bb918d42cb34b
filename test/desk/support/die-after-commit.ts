import Libsql from 'libsql';

interface Prepared {
  run(...params: unknown[]): unknown;
  all(...params: unknown[]): unknown;
  get(...params: unknown[]): unknown;
}

/** What an effect at the service hangs on. Checks write all the time, in an order that no two runs share. */
const TABLES = /^\s*(?:insert into|update|delete from)\s+"(?:jobs|effects|order_runs|order_intents|orders)"/i;

/**
 * Ends this process by SIGKILL right after the n-th commit that touches jobs, effects or orders. `commits` counts them,
 * so that a run which was let live tells how many places there are to die at.
 */
export class DieAfterCommit {
  commits = 0;

  constructor(last: number | null) {
    const target = Libsql.prototype as unknown as {
      prepare(sql: string): Prepared;
      exec(sql: string): void;
      readonly inTransaction: boolean;
    };
    const { prepare, exec } = target;
    let isTouched = false;
    const committed = () => {
      isTouched = false;
      this.commits += 1;
      if (this.commits === last) process.kill(process.pid, 'SIGKILL');
    };
    target.prepare = function (sql) {
      const statement = prepare.call(this, sql);
      if (!TABLES.test(sql)) return statement;
      const after = <T>(answer: T): T => {
        if (this.inTransaction) isTouched = true;
        else committed();
        return answer;
      };
      const { run, all, get } = statement;
      statement.run = (...params) => after(run.apply(statement, params));
      statement.all = (...params) => after(all.apply(statement, params));
      statement.get = (...params) => after(get.apply(statement, params));
      return statement;
    };
    target.exec = function (sql) {
      exec.call(this, sql);
      if (sql === 'ROLLBACK') isTouched = false;
      if (sql === 'COMMIT' && isTouched) committed();
    };
  }
}
