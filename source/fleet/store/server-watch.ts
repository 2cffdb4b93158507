import {errorMessage} from '../../error-message.js';
import type {NoticeList} from '../../store/notice-list.js';
import type {ServerState} from '../../store/store.js';
import type {PathState} from '../../tail/tail-types.js';
import {type ColumnKind, lone, type RowOf} from '../clickhouse/answer-rows.js';
import type {Parameters} from '../clickhouse/multipart.js';
import {ServerProblem} from '../clickhouse/server-problem.js';
import type {Asker} from './asker.js';
import {maxUnderWayTime, type ServerClock} from './server-clock.js';
import type {Tables} from './tables.js';

type WatchOptions = {
	readonly asker: Asker;
	readonly tables: Tables;
	readonly clock: ServerClock;
	readonly notices: NoticeList;
	/** Name of the server for display. */
	readonly shown: string;
	/** Called when queries may have new answers. */
	readonly changed: () => void;
	/** Interval between polls, in ms. */
	readonly pause: number;
};

/** Maximum pause between two attempts to reach an unavailable server, in ms. */
const maxPause = 30_000;

/** Less urgent queries run once in `slowness` polls. They list the files of the last `heardOfWithin` ms. */
const slowness = 10;
const heardOfWithin = 15 * 60_000;

/** Polls every second for new rows, and checks that the server and all of its shards are available. */
export class ServerWatch {
	readonly #options: WatchOptions;
	readonly #stop = new AbortController();
	#timer: NodeJS.Timeout | undefined;
	#since: number;
	#counted = -1;
	/** The reason why the last poll failed. */
	#problem: string | undefined;
	#attempts = 0;
	/** Time of the last failed poll, and the pause until the next poll, in ms. */
	#polledAt = 0;
	#pause: number;
	#slowAt = 0;
	/** Files with recently ingested rows. */
	#heard: readonly PathState[] = [];
	/** The reason why answers are partial. */
	#lack: string | undefined;
	/** Number of lines that no format matches. */
	unrecognised = 0;

	constructor(options: WatchOptions) {
		this.#options = options;
		this.#since = options.clock.now() - maxUnderWayTime;
		this.#pause = options.pause;
		options.asker.answered = () => this.#pollSooner();
	}

	/** Files with recently ingested rows. */
	get files(): readonly PathState[] {
		return this.#heard;
	}

	/** State of the server. */
	get server(): ServerState {
		return {
			name: this.#options.shown,
			problem: this.#problem ?? this.#lack ?? null,
			nextAttempt: this.#problem === undefined ? null : this.#polledAt + this.#pause,
		};
	}

	/** Polls now and then repeatedly. Never rejects. */
	async start(): Promise<void> {
		this.#timer = undefined;
		await this.#poll();
		this.#pollIn(this.#pause);
	}

	/** Stops polling. */
	close(): void {
		this.#stop.abort();
		clearTimeout(this.#timer);
	}

	/** Records that a shard is unavailable. */
	lacking(problem: ServerProblem): void {
		const {asker, notices, shown, changed} = this.#options;
		if (!asker.isLacking) {
			asker.isLacking = true;
			this.#lack = `${problem.message}: its requests are missing`;
			notices.add({time: Date.now(), path: shown, text: this.#lack});
			changed();
		}
	}

	#pollIn(pause: number): void {
		clearTimeout(this.#timer);
		if (!this.#stop.signal.aborted) {
			this.#timer = setTimeout(() => void this.start(), pause);
		}
	}

	/** Polls earlier when another query got an answer although the last poll failed. */
	#pollSooner(): void {
		if (this.#problem !== undefined && this.#timer !== undefined) {
			this.#pause = Math.min(this.#pause, this.#options.pause);
			this.#pollIn(Math.max(0, this.#polledAt + this.#pause - Date.now()));
		}
	}

	async #poll(): Promise<void> {
		const {signal} = this.#stop;
		try {
			const isChanged = await this.#isChanged(signal);
			this.#answered();
			if (Date.now() >= this.#slowAt) {
				await this.#pollSlowly(signal);
			}
			if (isChanged) {
				this.#options.changed();
			}
		} catch (error) {
			if (!signal.aborted) {
				this.#failed(error);
			}
		}
	}

	async #isChanged(signal: AbortSignal): Promise<boolean> {
		const {tables, clock} = this.#options;
		const now = clock.now();
		const isNewWindow = now - this.#since > 2 * maxUnderWayTime;
		if (isNewWindow) {
			this.#since = now - maxUnderWayTime;
		}
		const rows = await this.#strictlyFirst(
			`SELECT count() FROM ${tables.requests} WHERE ingested >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')`,
			['count'],
			{since: this.#since},
			signal,
		);
		const [counted] = lone(rows);
		const before = this.#counted;
		this.#counted = counted;
		return before !== -1 && (isNewWindow || counted !== before);
	}

	/** Queries all shards. If one is unavailable, queries the other shards. */
	async #strictlyFirst<const Kinds extends readonly ColumnKind[]>(
		statement: string,
		kinds: Kinds,
		parameters: Parameters,
		signal: AbortSignal,
	): Promise<ReadonlyArray<RowOf<Kinds>>> {
		const {asker, notices, shown, changed} = this.#options;
		try {
			const rows = await asker.strictly(statement, kinds, parameters, signal);
			if (asker.isLacking) {
				asker.isLacking = false;
				this.#lack = undefined;
				notices.add({time: Date.now(), path: shown, text: 'all of its shards answer again'});
				changed();
			}
			return rows;
		} catch (error) {
			if (!(error instanceof ServerProblem && error.kind === 'shard')) {
				throw error;
			}
			this.lacking(error);
			return (await asker.ask(statement, kinds, parameters, signal)).rows;
		}
	}

	async #pollSlowly(signal: AbortSignal): Promise<void> {
		const {tables, clock, changed, pause} = this.#options;
		const start = Date.now();
		const unread = await tables.ask(`SELECT count() FROM ${tables.unread} FINAL`, ['count'], {}, signal);
		const since = clock.now() - heardOfWithin;
		const heard = await tables.ask(
			`SELECT DISTINCT source, path FROM ${tables.requests} WHERE ingested >= fromUnixTimestamp64Milli({since:Int64}, 'UTC') ORDER BY source, path`,
			['text', 'text'],
			{since},
			signal,
		);
		const [unrecognised] = lone(unread.rows);
		const isChanged = unrecognised !== this.unrecognised || heard.rows.length !== this.#heard.length;
		this.unrecognised = unrecognised;
		this.#heard = heard.rows.map(([source, path]) => ({
			path: source === '' ? path : `${source}: ${path}`,
			state: 'following',
		}));
		// These queries take at most 5 % of the time.
		this.#slowAt = Date.now() + Math.max(slowness * pause, 20 * (Date.now() - start));
		if (isChanged) {
			changed();
		}
	}

	#answered(): void {
		const {notices, shown, changed} = this.#options;
		this.#attempts = 0;
		this.#pause = this.#options.pause;
		if (this.#problem !== undefined) {
			this.#problem = undefined;
			notices.add({time: Date.now(), path: shown, text: 'answers again'});
			changed();
		}
	}

	#failed(error: unknown): void {
		const {notices, shown, changed, pause} = this.#options;
		const problem = errorMessage(error);
		this.#attempts++;
		// Exponential backoff, with jitter because other processes may wait for the same server.
		this.#pause = Math.min(maxPause, pause * 2 ** (this.#attempts - 1)) * (0.5 + Math.random() / 2);
		this.#polledAt = Date.now();
		if (problem !== this.#problem) {
			this.#problem = problem;
			const isQuestion = problem.endsWith('?');
			const text = `${problem}${isQuestion ? ' Retrying' : '; retrying'}, with pauses of up to 30 s`;
			notices.add({time: this.#polledAt, path: shown, text});
		}
		// Even if the problem is the same, the time of the next attempt has changed.
		changed();
	}
}
