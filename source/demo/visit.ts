import type {Exchange} from './answer.js';
import type {Client} from './clients.js';

/** A request and how long after the one before it was answered, milliseconds. */
export type Step = {readonly after: number; readonly exchange: Exchange};

/** What one client does in one go, request after request. */
export type Visit = {readonly client: Client; readonly steps: Generator<Step, void>};

/** An exchange with what is usual filled in. */
export function exchange(url: string, parts: Partial<Exchange> = {}): Exchange {
	return {method: 'GET', url, status: 200, bytes: 0, referer: null, user: null, ...parts};
}
