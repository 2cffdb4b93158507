import type {Notice} from '../../bytes/notice.js';
import type {ListingState} from './listing-state.js';

/** Less than this is read before anyone has read about it. */
const notableLag = 64 * 1024;

/** What the status line says, the most urgent first. Paths and problems are not sanitised. */
export function statusTexts({status, problem}: ListingState, notice: Notice | null): readonly string[] {
	const texts: string[] = [];
	if (problem !== null) {
		texts.push(problem);
	}

	if (notice) {
		texts.push(notice.path === '' ? notice.text : `${notice.path}: ${notice.text}`);
	}

	const unreadable = status.files.filter(file => file.state === 'unreadable');
	const [first] = unreadable;
	if (first) {
		texts.push(`${first.path}: ${first.problem ?? 'unreadable'}${andMore(unreadable.length - 1)}`);
	}

	const waiting = status.files.filter(file => file.state === 'waiting');
	const [awaited] = waiting;
	if (awaited) {
		texts.push(`waiting for ${awaited.path}${andMore(waiting.length - 1)}`);
	}

	if (status.unrecognised > 0) {
		texts.push(`${status.unrecognised} ${status.unrecognised === 1 ? 'line' : 'lines'} not recognised`);
	}

	if (status.lag >= notableLag) {
		texts.push(`${Math.round(status.lag / 1000)} kB behind`);
	}

	return texts;
}

function andMore(n: number): string {
	return n > 0 ? ` (and ${n} more)` : '';
}
