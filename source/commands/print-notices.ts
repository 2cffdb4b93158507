import type {PathReporter} from '../output/path-reporter.js';
import {everything} from '../query/query.js';
import type {NotedNotice} from '../store/notice-list.js';
import type {Store} from '../store/store.js';

/** Interval in which notices are collected, in ms. A store changes hundreds of times a second while it is read. */
const gatherTime = 50;

/**
 * Prints each notice of a store once, and a repeated one whenever its count has doubled.
 * @param print - receives a line that isn't sanitised
 * @param options.paths - reports unreadable files while they are followed
 * @param options.gather - interval in which notices are collected, in ms
 * @returns the function that prints the remaining notices and stops
 */
export function printNotices(
	store: Pick<Store, 'status' | 'subscribe'>,
	print: (text: string) => void,
	{paths, gather = gatherTime}: {readonly paths?: PathReporter | undefined; readonly gather?: number} = {},
): () => void {
	/** The count of each notice when it was last printed. */
	let printed = new Map<string, number>();
	let due: NodeJS.Timeout | undefined;
	let later: NodeJS.Timeout | undefined;
	const printDue = (isLast: boolean): void => {
		const {notices, files} = store.status();
		const kept = new Map<string, number>();
		for (const notice of notices) {
			const {path, text, times} = notice;
			const before = printed.get(nameOf(notice)) ?? 0;
			const isDue = times >= 2 * before || (isLast && times > before);
			if (isDue && times > before) {
				print(`${path === '' ? '' : `${path}: `}${text}${times > 1 ? ` (${times} times)` : ''}`);
			}
			kept.set(nameOf(notice), isDue ? times : before);
		}
		printed = kept;
		clearTimeout(later);
		const wait = paths?.reportChanges(files, notices);
		if (wait !== undefined && !isLast) {
			later = setTimeout(() => printDue(false), wait);
		}
	};
	const unsubscribe = store.subscribe(everything, () => {
		due ??= setTimeout(() => {
			due = undefined;
			printDue(false);
		}, gather);
	});
	return () => {
		unsubscribe();
		clearTimeout(due);
		printDue(true);
	};
}

function nameOf({path, text, since}: NotedNotice): string {
	return `${since}\n${path}\n${text}`;
}
