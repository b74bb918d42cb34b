import { and, eq, isNotNull } from 'drizzle-orm';
import type { WebhookConfig, WebhookConfigBody } from '../../src-core/contract/webhooks.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { namesThisComputer, refusalOfUrl, type RefusalReason } from '../outbound/guarded-request.ts';
import { fieldsRefused, ServiceError } from '../service-error.ts';
import { onlyRow } from '../store/only-row.ts';
import { webhookConfigs, webhookDeliveries } from '../store/schema.ts';

export type WebhookConfigRow = typeof webhookConfigs.$inferSelect;

/** HTTPS only; where the service may call this computer at all, plain HTTP to it is enough. */
export const mayBePlainHttp = (url: string, context: Pick<ServiceContext, 'mayCallLocalAddresses'>): boolean =>
  context.mayCallLocalAddresses && namesThisComputer(url);

/**
 * Registers the caller's webhook or changes it, and answers its secret whole. An update keeps the secret; a registration
 * after a deactivation is a first one again. What the body leaves out is set back: `events` to all, `description` to none.
 */
export async function registerWebhook(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  body: WebhookConfigBody,
): Promise<WebhookConfig> {
  const webhookUrl = body.webhookUrl ?? body.url ?? '';
  const refusal = refusalOfUrl(webhookUrl, {
    allowHttp: mayBePlainHttp(webhookUrl, context),
    mayCallLocalAddresses: context.mayCallLocalAddresses,
  });
  if (refusal !== null) throw unusableUrl(webhookUrl, refusal);
  const now = new Date(context.clock.nowMs());
  const wanted = {
    webhookUrl,
    events: body.events ? [...new Set(body.events)] : null,
    description: body.description ?? null,
    isActive: true,
    updatedAt: now,
  };
  const first = { ...wanted, secretKey: `whsk_${context.ids.base62(32)}`, exhaustedAt: null, createdAt: now };
  const [made] = await db
    .insert(webhookConfigs)
    .values({ accountUid: caller.accountUid, ...first })
    .onConflictDoNothing()
    .returning();
  if (made) return whole(made);
  const ofCaller = eq(webhookConfigs.accountUid, caller.accountUid);
  const before = onlyRow(
    await db.select({ isActive: webhookConfigs.isActive }).from(webhookConfigs).where(ofCaller).for('update'),
  );
  return whole(
    onlyRow(
      await db
        .update(webhookConfigs)
        .set(before.isActive ? wanted : first)
        .where(ofCaller)
        .returning(),
    ),
  );
}

/** Throws ERR_NOT_FOUND when the account has no webhook, or has deactivated it. */
export async function findWebhook(db: Db, accountUid: string): Promise<WebhookConfigRow> {
  const [config] = await db
    .select()
    .from(webhookConfigs)
    .where(and(eq(webhookConfigs.accountUid, accountUid), eq(webhookConfigs.isActive, true)));
  if (!config) throw new ServiceError('ERR_NOT_FOUND', ['등록된 웹훅 설정이 없습니다']);
  return config;
}

export const readWebhook = async (db: Db, caller: Caller): Promise<WebhookConfig> =>
  masked(await findWebhook(db, caller.accountUid));

/** Throws 404 when there is no active webhook. */
export async function deactivateWebhook(db: Db, context: ServiceContext, caller: Caller): Promise<WebhookConfig> {
  const config = await stopWebhook(db, context, caller);
  if (config === null) throw new ServiceError('ERR_NOT_FOUND', ['등록된 웹훅 설정이 없습니다']);
  return masked(config);
}

/** No new deliveries, and those that wait are given up. What was delivered stays on record. Null: none was active. */
export async function stopWebhook(db: Db, context: ServiceContext, caller: Caller): Promise<WebhookConfigRow | null> {
  const now = new Date(context.clock.nowMs());
  const [config] = await db
    .update(webhookConfigs)
    .set({ isActive: false, updatedAt: now })
    .where(and(eq(webhookConfigs.accountUid, caller.accountUid), eq(webhookConfigs.isActive, true)))
    .returning();
  if (!config) return null;
  await db
    .update(webhookDeliveries)
    .set({ status: 'FAILED', nextAttemptAt: null, failureReason: 'deactivated', updatedAt: now })
    .where(and(eq(webhookDeliveries.accountUid, caller.accountUid), isNotNull(webhookDeliveries.nextAttemptAt)));
  return config;
}

const SHOWN_SECRET_CHARS = 8;

const whole = (config: WebhookConfigRow): WebhookConfig => ({
  webhookUrl: config.webhookUrl,
  events: config.events,
  description: config.description,
  secretKey: config.secretKey,
  isActive: config.isActive,
  createdAt: config.createdAt.toISOString(),
  updatedAt: config.updatedAt.toISOString(),
});

const masked = (config: WebhookConfigRow): WebhookConfig => ({
  ...whole(config),
  secretKey: `${config.secretKey.slice(0, SHOWN_SECRET_CHARS)}...`,
});

const REFUSALS: Readonly<Record<RefusalReason, string>> = {
  malformedUrl: '올바른 URL이 아닙니다',
  unsupportedScheme: 'HTTPS 주소만 사용할 수 있습니다',
  credentialsInUrl: '주소에 사용자 정보를 포함할 수 없습니다',
  addressNotPublic: '공인 주소만 사용할 수 있습니다',
};

function unusableUrl(webhookUrl: string, refusal: RefusalReason): ServiceError {
  const message = REFUSALS[refusal];
  return fieldsRefused([{ field: 'webhookUrl', message, currentValue: webhookUrl, constraint: 'pattern' }]);
}
