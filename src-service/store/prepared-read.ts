import pg from 'pg';

/** A column of an answer, as PostgreSQL describes it. */
export interface Column {
  readonly dataTypeID: number;
}

/** A row as it comes: texts, in the order of the columns. */
export type Cells = readonly (string | null)[];

/** A prepared statement that finds a few rows by a key and waits for no lock. Its values are texts. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** How rows of these columns are read. */
  rowReader(columns: readonly Column[]): (cells: Cells) => Row;
}

/** What the driver has of a connection and of a query, and does not declare. */
interface Connection {
  bind(asked: { readonly statement: string; readonly values: readonly string[] }): void;
  execute(asked: object): void;
  sync(): void;
}
interface DriverQuery {
  name: string;
  submit(connection: pg.Connection): void;
  hasBeenParsed(connection: Connection): boolean;
  prepare(connection: Connection): void;
}
const DriverQuery = pg.Query as unknown as new (text: string, values: readonly string[]) => DriverQuery;

/** Of each statement, by the columns that PostgreSQL told last. */
const readers = new WeakMap<Statement<unknown>, (cells: Cells) => unknown>();

/**
 * One asking of a statement, in the place of the driver's own, which has the columns told with every answer and makes their parsers anew: a third of
 * what a read costs. Here they are told once a connection.
 */
export class PreparedRead<Row> extends DriverQuery {
  private readonly found: Row[] = [];
  private failure: unknown = null;

  /** `ended` is called once: with null and the rows, or with a failure. */
  constructor(
    private readonly statement: Statement<Row>,
    private readonly given: readonly string[],
    private readonly ended: (failure: unknown, rows: Row[]) => void,
  ) {
    super(statement.text, given);
    this.name = statement.name;
  }

  override prepare(connection: Connection): void {
    if (!readers.has(this.statement) || !this.hasBeenParsed(connection)) {
      super.prepare(connection);
      return;
    }
    connection.bind({ statement: this.name, values: this.given });
    connection.execute({});
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    readers.set(this.statement, this.statement.rowReader(fields));
  }

  handleDataRow({ fields }: { readonly fields: Cells }): void {
    try {
      const read = readers.get(this.statement) as ((cells: Cells) => Row) | undefined;
      if (read === undefined) throw new Error(`nobody told the columns of ${this.name}`);
      this.found.push(read(fields));
    } catch (error) {
      this.failure ??= error;
    }
  }

  handleCommandComplete(): void {}

  handleError(failure: unknown): void {
    this.ended(failure, []);
  }

  handleReadyForQuery(): void {
    this.ended(this.failure, this.found);
  }
}
