import type {Notice} from '../tail/tail-types.js';

/** A notice with the number of its occurrences. */
export type NotedNotice = Notice & {
	/** Number of occurrences without a different notice about the same path in between. `time` is the time of the last one. */
	readonly times: number;
	/** Time of the first occurrence, in ms since 1970. */
	readonly since: number;
};

/** Maximum number of notices kept. */
const maxNotices = 300;

/**
 * The newest notices. A notice that repeats the last one about its path only increases its count, so that no fault floods the
 * list.
 */
export class NoticeList {
	#notices: readonly NotedNotice[] = [];
	#leftOut = 0;

	/** Oldest first. Never changed in place. */
	get all(): readonly NotedNotice[] {
		return this.#notices;
	}

	/** Number of older notices that were dropped. */
	get leftOut(): number {
		return this.#leftOut;
	}

	add({time, path, text}: Notice): void {
		const last = this.#notices.findLast(notice => notice.path === path);
		const again = last?.text === text ? last : undefined;
		const others = again === undefined ? this.#notices : this.#notices.filter(notice => notice !== again);
		const notice = {time, path, text, times: 1 + (again?.times ?? 0), since: again?.since ?? time};
		this.#notices = [...others, notice].slice(-maxNotices);
		this.#leftOut += others.length + 1 - this.#notices.length;
	}
}
