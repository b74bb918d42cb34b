import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { DAMAGES, type Blobs } from '../blobs/blobs.ts';
import type { Environment, ServiceContext } from '../context.ts';
import type { Database } from '../store/database.ts';
import { registerWholeService } from './whole-service.ts';
import { DELIVERY_ENDS, PAYMENT_WORDS, RENDERING_ENDS, type WorkMeasures } from '../ports.ts';

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
  /** The work beside the calls. */
  readonly work: WorkMeasures;
  /** The same blobs, counted. */
  counted(blobs: Blobs): Blobs;
  /** The text of a scrape and its content type. */
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Seconds: from a read to an upload of 500 MB over a slow line. */
const DURATION_BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300];

/** Seconds: from an empty book to one of 200 photos of 50 MB. */
const RENDER_BUCKETS = [0.3, 1, 3, 10, 30, 100, 300, 900];

/**
 * `version`: of the service. What is counted by a label that has few values begins at zero for each of them: a count that
 * first appears as 1 has not risen, for whoever watches.
 */
export function openMetrics(
  database: Pick<Database, 'use'>,
  context: Pick<ServiceContext, 'db' | 'clock' | 'processName' | 'paymentGateways'>,
  version: string,
): Metrics {
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
  registerWholeService(registry, context);
  new Gauge({
    name: 'book_print_build_info',
    help: 'Always 1; its labels tell what runs',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.version }, 1);
  const renderings = new Histogram({
    name: 'book_print_render_duration_seconds',
    help: 'Renderings that ended in this process, from their claim',
    labelNames: ['end'],
    buckets: RENDER_BUCKETS,
    registers,
  });
  const deliveries = new Counter({
    name: 'book_print_webhook_attempts_total',
    help: 'Attempts to deliver a webhook that ended in this process',
    labelNames: ['end'],
    registers,
  });
  const payments = new Counter({
    name: 'book_print_payments_total',
    help: 'What gateways said of payments that partners reported',
    labelNames: ['gateway', 'word'],
    registers,
  });
  for (const damage of DAMAGES) damagedBlobs.inc({ damage }, 0);
  for (const end of RENDERING_ENDS) renderings.zero({ end });
  for (const end of DELIVERY_ENDS) deliveries.inc({ end }, 0);
  for (const gateway of context.paymentGateways.keys())
    for (const word of PAYMENT_WORDS) payments.inc({ gateway, word }, 0);

  return {
    served({ environment, method, route, status, durationMs }) {
      const labels = { environment, method, route: route ?? 'none' };
      requests.inc({ ...labels, status: String(status) });
      durations.observe(labels, durationMs / 1_000);
    },
    work: {
      rendered: (end, seconds) => renderings.observe({ end }, seconds),
      delivered: (end) => deliveries.inc({ end }),
      paid: (gateway, word) => payments.inc({ gateway, word }),
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
