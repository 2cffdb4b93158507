import {everything} from '../query/query.js';
import type {NotedNotice} from '../store/notice-list.js';
import type {Store} from '../store/store.js';
import type {PathTeller} from './path-teller.js';

/** A store that is read changes hundreds of times a second: so long what it says is gathered, milliseconds. */
const gatherTime = 50;

/**
 * Says each notice of a store once; one that comes again and again each time that its number has doubled.
 * @param say - takes a line, not sanitised
 * @param options.paths - says which files can't be read, where they are followed
 * @param options.gather - milliseconds for which what happens is gathered
 * @returns the function that says what is left and ends it
 */
export function tellNotices(
	store: Pick<Store, 'status' | 'subscribe'>,
	say: (text: string) => void,
	{paths, gather = gatherTime}: {readonly paths?: PathTeller | undefined; readonly gather?: number} = {},
): () => void {
	/** How often a notice had come when it was said last. */
	let told = new Map<string, number>();
	let due: NodeJS.Timeout | undefined;
	let later: NodeJS.Timeout | undefined;
	const tell = (isLast: boolean): void => {
		const {notices, files} = store.status();
		const kept = new Map<string, number>();
		for (const notice of notices) {
			const {path, text, times} = notice;
			const before = told.get(nameOf(notice)) ?? 0;
			const isDue = times >= 2 * before || (isLast && times > before);
			if (isDue && times > before) {
				say(`${path === '' ? '' : `${path}: `}${text}${times > 1 ? ` (${times} times)` : ''}`);
			}
			kept.set(nameOf(notice), isDue ? times : before);
		}
		told = kept;
		clearTimeout(later);
		const wait = paths?.tell(files, notices);
		if (wait !== undefined && !isLast) {
			later = setTimeout(() => tell(false), wait);
		}
	};
	const unsubscribe = store.subscribe(everything, () => {
		due ??= setTimeout(() => {
			due = undefined;
			tell(false);
		}, gather);
	});
	return () => {
		unsubscribe();
		clearTimeout(due);
		tell(true);
	};
}

function nameOf({path, text, since}: NotedNotice): string {
	return `${since}\n${path}\n${text}`;
}
