import type { Dispatcher } from 'undici';
import { isThisComputer } from '../../../src-core/desk/key-carrier.ts';
import { agentThrough } from '../../../src-node/proxies/proxied-agent.ts';
import type { ProxyOf } from '../../../src-node/proxies/proxy-of-environment.ts';

/** Several times an order of ten thousand lines, the longest answer there is. */
const ANSWER_MAX_BYTES = 64 * 1024 * 1024;
const KEPT = { connections: 6, keepAliveTimeout: 10_000, maxResponseSize: ANSWER_MAX_BYTES };

/**
 * The connections of one client to its service. Which proxy they go through is asked for each call: a notebook is in the office now and at
 * home then. What leads to this computer goes through none.
 */
export class ServiceLine {
  readonly #url: URL;
  readonly #proxyOf: ProxyOf;
  readonly #isStraight: boolean;
  #proxy: string | null = null;
  #agent: Dispatcher = agentThrough(null, KEPT);
  /** Ways of before, on which something may be in flight. */
  readonly #former = new Set<Dispatcher>();
  #isClosed = false;

  /** Without `proxyOf` every call goes straight. */
  constructor(baseUrl: string, proxyOf: ProxyOf | undefined) {
    this.#url = new URL(baseUrl);
    this.#proxyOf = proxyOf ?? (() => null);
    this.#isStraight = proxyOf === undefined || isThisComputer(this.#url);
  }

  agent(): Dispatcher | Promise<Dispatcher> {
    return this.#isStraight ? this.#agent : this.#through();
  }

  /** One of its own, for a single look: those that are open may lead nowhere by now. */
  async another(connectTimeout: number): Promise<Dispatcher> {
    const proxy = this.#isStraight ? null : await this.#proxyOf(this.#url);
    return agentThrough(proxy, { connectTimeout });
  }

  /** Where the proxy is that calls go through, without the name and password that it may want; empty for none. */
  get proxyHost(): string {
    return this.#proxy === null ? '' : new URL(this.#proxy).host;
  }

  /** What is in flight ends as unanswered; later calls take new connections. */
  cutOff(): void {
    if (this.#isClosed) return;
    const cut = [this.#agent, ...this.#former];
    this.#agent = agentThrough(this.#proxy, KEPT);
    for (const agent of cut) void agent.destroy();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#agent, ...this.#former].map((agent) => agent.destroy()));
  }

  async #through(): Promise<Dispatcher> {
    const proxy = await this.#proxyOf(this.#url);
    // Closed while the proxy was asked for: nothing is sent any more.
    if (this.#isClosed || proxy === this.#proxy) return this.#agent;
    const former = this.#agent;
    this.#agent = agentThrough(proxy, KEPT);
    this.#proxy = proxy;
    this.#former.add(former);
    // What is in flight on it ends by itself.
    void former.close().finally(() => this.#former.delete(former));
    return this.#agent;
  }
}
