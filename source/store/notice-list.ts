import type {Notice} from '../tail/tail-types.js';

/** A notice that may have come several times. */
export type NotedNotice = Notice & {
	/** How often it has come without another about the same path between. `time` is that of the last. */
	readonly times: number;
	/** When it came first, milliseconds since 1970. */
	readonly since: number;
};

/** Notices kept. */
const mostNotices = 300;

/** The newest notices. One that says again what was said of its path last is counted, so that no fault floods it. */
export class NoticeList {
	#notices: readonly NotedNotice[] = [];
	#leftOut = 0;

	/** Oldest first. Never changed in place. */
	get all(): readonly NotedNotice[] {
		return this.#notices;
	}

	/** How many older ones are no longer kept. */
	get leftOut(): number {
		return this.#leftOut;
	}

	add({time, path, text}: Notice): void {
		const last = this.#notices.findLast(notice => notice.path === path);
		const again = last?.text === text ? last : undefined;
		const others = again === undefined ? this.#notices : this.#notices.filter(notice => notice !== again);
		const notice = {time, path, text, times: 1 + (again?.times ?? 0), since: again?.since ?? time};
		this.#notices = [...others, notice].slice(-mostNotices);
		this.#leftOut += others.length + 1 - this.#notices.length;
	}
}
