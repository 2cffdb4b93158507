import type {PathState} from '../../bytes/follow-types.js';
import type {Notice} from '../../bytes/notice.js';
import type {ListingState} from './listing-state.js';

/** Less than this is read before anyone has read about it. */
const notableLag = 64 * 1024;

/**
 * What is to be known besides the rows, the most urgent first. Paths and problems are not sanitised.
 * @param name - how a path is written
 */
export function statusTexts(
	{status, problem, count, rows}: ListingState,
	notice: Notice | null,
	name: (path: string) => string,
): readonly string[] {
	const texts: string[] = [];
	if (problem !== null) {
		texts.push(problem);
	}

	if (notice) {
		texts.push(notice.path === '' ? notice.text : `${name(notice.path)}: ${notice.text}`);
	}

	// Where there is no row, what has become of the files stands there.
	if (!count || rows.length > 0) {
		texts.push(...fileTexts(status.files, name));
	}

	if (status.unrecognised > 0) {
		texts.push(`${status.unrecognised} ${status.unrecognised === 1 ? 'line' : 'lines'} not recognised`);
	}

	if (status.lag >= notableLag) {
		texts.push(`${Math.round(status.lag / 1000)} kB behind`);
	}

	return texts;
}

/** One text for each kind of trouble, of the first file that has it. */
function fileTexts(files: readonly PathState[], name: (path: string) => string): readonly string[] {
	const kinds = [
		files.filter(({state}) => state === 'unreadable'),
		files.filter(({state}) => state === 'waiting'),
		files.filter(({state, problem}) => state === 'following' && problem !== undefined),
	];
	return kinds.flatMap(([first, ...more]) => {
		if (!first) {
			return [];
		}

		const waiting = first.state === 'waiting' ? 'waiting for ' : '';
		const problem = first.problem ?? (first.state === 'waiting' ? 'no such file' : 'unreadable');
		const others = more.length > 0 ? ` (and ${more.length} more)` : '';
		return [`${waiting}${name(first.path)}: ${problem}${others}`];
	});
}
