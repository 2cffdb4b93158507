import type {Batch} from '../../../source/fleet/ship/delivery/batch.js';
import {decodeRows, type SentRow} from './decode-rows.js';

/** Outcome of an attempt. */
export type Outcome =
	/** The rows are stored and confirmed. */
	| 'taken'
	/** The server is unavailable. */
	| 'away'
	/** One of two shards accepts its rows, the other shard is unavailable. */
	| 'half'
	/** The rows are stored, but the answer is lost. */
	| 'unanswered';

/** Simulates batches in ClickHouse: each shard stores a token once, with all of its rows or none. */
export class FakeServer {
	/** For each shard: the content of each token, and the rows. */
	readonly #shards = [0, 1].map(() => ({tokens: new Map<string, string>(), rows: [] as SentRow[]}));
	/** Errors that must never happen. */
	readonly mistakes: string[] = [];

	get rows(): readonly SentRow[] {
		return this.#shards.flatMap(({rows}) => rows);
	}

	/** All received lines, recognised or not, sorted. */
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
			// The path has the date. Lines of several logs may arrive in a different order.
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
