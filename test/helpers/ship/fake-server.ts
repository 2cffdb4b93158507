import type {Batch} from '../../../source/fleet/ship/delivery/batch.js';
import {decodeRows, type SentRow} from './decode-rows.js';

/** How an attempt goes. */
export type Outcome =
	/** All is well. */
	| 'taken'
	/** The server isn't there. */
	| 'away'
	/** One of two shards takes its rows, the other isn't there. */
	| 'half'
	/** The rows are taken, but the answer is lost. */
	| 'unanswered';

/** What ClickHouse does with batches: each shard takes what has a token once, its rows all or none. */
export class FakeServer {
	/** Of the tokens, which rows came with them. */
	readonly #shards = [0, 1].map(() => ({tokens: new Map<string, string>(), rows: [] as SentRow[]}));
	/** What never happens, if all is well. */
	readonly mistakes: string[] = [];

	get rows(): readonly SentRow[] {
		return this.#shards.flatMap(({rows}) => rows);
	}

	/** All lines that it was given, read or not, sorted. */
	get lines(): readonly string[] {
		return this.rows.map(({line}) => String(line)).sort();
	}

	/** @throws Error unless the outcome is `taken` */
	take({plan: {token}, rows, unread}: Batch, outcome: Outcome): void {
		if (outcome === 'away') {
			throw new Error('away');
		}
		const decoded = [rows, unread].flatMap(pieces => decodeRows(Buffer.concat(pieces)));
		for (const [number, shard] of this.#shards.entries()) {
			if (outcome === 'half' && number === 1) {
				throw new Error('a shard is away');
			}
			const own = decoded.filter(({offset}) => Number(offset) % 2 === number);
			// The path is that of the day; of several logs, their lines may come in another order.
			const texts = own.map(({path: _, ...row}) => Object.values(row).join(' ')).sort();
			const text = texts.join('\n');
			const known = shard.tokens.get(token);
			if (known === undefined) {
				shard.tokens.set(token, text);
				shard.rows.push(...own);
			} else if (known !== text) {
				this.mistakes.push(`other rows with the same token ${token}:\n${known}\n${text}`);
			}
		}
		if (outcome === 'unanswered') {
			throw new Error('no answer');
		}
	}
}
