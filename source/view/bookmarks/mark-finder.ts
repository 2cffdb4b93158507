import type {MarksState} from '../../bookmarks/kept-marks.js';
import {isOf} from '../../bookmarks/log-names.js';
import type {Mark, Separator} from '../../bookmarks/mark-record.js';
import type {Query} from '../../query/query.js';
import type {Entry, Store} from '../../store/store.js';
import type {Direction} from '../find/entry-finder.js';

/** All marks, also of other logs. */
export function marksIn({records}: MarksState): readonly Mark[] {
	return records.filter(record => record.kind === 'mark');
}

/** The separators of what is watched, the newest first. */
export function separatorsIn({records}: MarksState, names: ReadonlySet<string>): readonly Separator[] {
	return records
		.filter(record => record.kind === 'separator')
		.filter(({logs}) => isOf(logs, names))
		.toSorted((a, b) => b.time - a.time);
}

/** What was found, and what was passed on the way there. */
export type FoundMark = {
	/** What to select: the marked request, or the one below the separator; null where there is nothing further. */
	readonly entry: Entry | null;
	readonly separator: Separator | null;
	/** Marked requests that the search leaves out, and those that are no longer held. */
	readonly leftOut: number;
	readonly gone: number;
};

/** Where one is: at a request, or at the separator above it. */
type MarkPlace = {
	readonly entry: Entry;
	/** Whether it has been passed already. */
	readonly isSelected: boolean;
	readonly separator: Separator | null;
};

/** What can be found. */
type Findable = {
	readonly marks: readonly Mark[];
	readonly separators: readonly Separator[];
	/** Whether it is one of the logs that are watched: what isn't is in another log, and not missed here. */
	isHere(mark: Mark): boolean;
};

/**
 * Finds the next mark or separator in a direction, wherever it is: by its token and its time, so that it makes no
 * difference how many requests are between.
 */
export async function findMark(
	store: Pick<Store, 'get' | 'page'>,
	query: Query,
	direction: Direction,
	from: MarkPlace,
	{marks, separators, isHere}: Findable,
	signal: AbortSignal,
): Promise<FoundMark> {
	const isOlder = direction === 'older';
	const passed = {leftOut: 0, gone: 0};
	const rankOf = async (entry: Entry): Promise<number | null> => {
		const page = await store.page(query, {from: 'at', position: entry.position}, 1, signal);
		return page.entries[0]?.token === entry.token ? page.newer : null;
	};

	const {time: here} = from.separator ?? from.entry.position;
	const isFurther = (time: number): boolean => (isOlder ? time < here : time > here);
	// A separator stands above the requests of its own time.
	const isTie = (time: number): boolean => time === here && (from.separator === null || isOlder);
	// Where nothing is selected, what stands above the first row comes first.
	const isSeparatorFurther = ({time}: Separator): boolean =>
		from.separator !== null ? isFurther(time) : isOlder ? time < here || !from.isSelected : time >= here;
	const times = [
		...marks.filter(({time}) => isFurther(time) || isTie(time)).map(({time}) => time),
		...separators.filter(isSeparatorFurther).map(({time}) => time),
	].sort((a, b) => (isOlder ? b - a : a - b));

	const markAt = async (time: number): Promise<Entry | null> => {
		let found: {readonly entry: Entry; readonly rank: number} | null = null;
		const isHereToo = time === here && from.separator === null;
		const own = isHereToo ? await rankOf(from.entry) : null;
		for (const mark of marks.filter(one => one.time === time)) {
			const entry = await store.get(mark.token, signal);
			const rank = entry && (await rankOf(entry));
			if (entry === null) {
				passed.gone += isHere(mark) ? 1 : 0;
			} else if (rank === null) {
				passed.leftOut += entry.token === from.entry.token ? 0 : 1;
			} else if (isPast(rank, own) && (found === null || rank < found.rank === isOlder)) {
				found = {entry, rank};
			}
		}
		return found?.entry ?? null;
	};

	/** Whether a request of the same time as the one where one is stands further in the direction. */
	const isPast = (rank: number, own: number | null): boolean =>
		own === null || (isOlder ? rank > own || (rank === own && !from.isSelected) : rank < own);

	const separatorAt = async (time: number): Promise<FoundMark | null> => {
		const separator = separators.find(one => one.time === time && isSeparatorFurther(one));
		const entry = separator && (await below(separator));
		return separator && entry ? {entry, separator, ...passed} : null;
	};

	const below = async ({time}: Separator): Promise<Entry | null> => {
		const {entries} = await store.page(query, {from: 'newest', notAfter: time}, 1, signal);
		return entries[0] ?? (await store.page(query, {from: 'oldest'}, 1, signal)).entries[0] ?? null;
	};

	for (const time of new Set(times)) {
		const first = isOlder ? await separatorAt(time) : null;
		const entry = first ? null : await markAt(time);
		const found =
			first ?? (entry ? {entry, separator: null, ...passed} : isOlder ? null : await separatorAt(time));
		if (found) {
			return found;
		}
	}

	return {entry: null, separator: null, ...passed};
}
