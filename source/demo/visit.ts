import type {Exchange} from './answer.js';
import type {Client} from './clients.js';

/** A request, and its delay after the response before it, in ms. */
export type Step = {readonly after: number; readonly exchange: Exchange};

/** A sequence of requests by one client. */
export type Visit = {readonly client: Client; readonly steps: Generator<Step, void>};

/** Completes an exchange with default values. */
export function exchange(url: string, parts: Partial<Exchange> = {}): Exchange {
	return {method: 'GET', url, status: 200, bytes: 0, referer: null, user: null, ...parts};
}
