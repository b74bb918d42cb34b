import { count, eq, isNotNull } from 'drizzle-orm';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Blobs } from '../blobs/blobs.ts';
import type { Environment } from '../context.ts';
import type { Db } from '../store/db.ts';
import type { Database } from '../store/database.ts';
import { renderJobs, webhookDeliveries } from '../store/schema.ts';

export interface ServedRequest {
  readonly environment: Environment;
  readonly method: string;
  /** The template; null for a path that no route has. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
}

/** What Prometheus is told of one process. */
export interface Metrics {
  served(request: ServedRequest): void;
  /** The same blobs, counted. */
  counted(blobs: Blobs): Blobs;
  /** The text of a scrape and its content type. */
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Seconds: from a read to an upload of 500 MB over a slow line. */
const DURATION_BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300];

export function openMetrics(database: Pick<Database, 'db' | 'use'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const labelNames = ['environment', 'method', 'route', 'status'] as const;
  const requests = new Counter({ name: 'book_print_requests_total', help: 'Requests answered', labelNames, registers });
  const durations = new Histogram({
    name: 'book_print_request_duration_seconds',
    help: 'From the head of a request to the end of its answer',
    labelNames: ['environment', 'method', 'route'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const blobBytes = new Counter({
    name: 'book_print_blob_bytes_total',
    help: 'Bytes kept in and sent out of the blob store',
    labelNames: ['direction'],
    registers,
  });
  const damagedBlobs = new Counter({
    name: 'book_print_damaged_blobs_total',
    help: 'Stored files found missing, of another size or with other bytes, each time that one is met',
    labelNames: ['damage'],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  gauge('book_print_database_connections_open', 'Connections to PostgreSQL', () => database.use().open);
  gauge('book_print_database_connections_idle', 'Connections that nobody uses', () => database.use().idle);
  gauge('book_print_database_calls_waiting', 'Calls that wait for a connection', () => database.use().waiting);
  gauge('book_print_render_jobs_waiting', 'Renderings asked for and not ended, of the whole service', () =>
    waitingRenderings(database.db),
  );
  gauge('book_print_webhook_deliveries_waiting', 'Deliveries with an attempt still to come, of the whole service', () =>
    waitingDeliveries(database.db),
  );

  return {
    served({ environment, method, route, status, durationMs }) {
      const labels = { environment, method, route: route ?? 'none' };
      requests.inc({ ...labels, status: String(status) });
      durations.observe(labels, durationMs / 1_000);
    },
    counted: (blobs) => ({
      ...blobs,
      async keep(staged) {
        const key = await blobs.keep(staged);
        blobBytes.inc({ direction: 'in' }, staged.sizeBytes);
        return key;
      },
      damaged(found) {
        damagedBlobs.inc({ damage: found.damage });
        blobs.damaged(found);
      },
      async open(key) {
        const found = await blobs.open(key);
        if (found !== null) blobBytes.inc({ direction: 'out' }, found.sizeBytes);
        return found;
      },
    }),
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

/** What cannot be counted while the database is away is not a number, the rest is told. */
async function waitingRenderings(db: Db): Promise<number> {
  const rows = await db
    .select({ waiting: count() })
    .from(renderJobs)
    .where(eq(renderJobs.status, 'waiting'))
    .catch(() => []);
  return rows[0]?.waiting ?? NaN;
}

async function waitingDeliveries(db: Db): Promise<number> {
  const rows = await db
    .select({ waiting: count() })
    .from(webhookDeliveries)
    .where(isNotNull(webhookDeliveries.nextAttemptAt))
    .catch(() => []);
  return rows[0]?.waiting ?? NaN;
}
