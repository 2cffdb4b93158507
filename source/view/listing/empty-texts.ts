import type {PathState} from '../../bytes/follow-types.js';
import type {StoreStatus} from '../../store/store.js';

/**
 * The sentences that stand where no request is: what is being waited for. Problems are not sanitised.
 * @param name - how a path is written
 */
export function emptyTexts(
	{files, indexing, unrecognised}: StoreStatus,
	name: (path: string) => string,
): readonly string[] {
	const texts = files.filter(isFirstOfKind).flatMap(file => troubleOf(file, files, name));
	if (unrecognised === 1) {
		texts.push('One line was read; it is not a request in a format that is known.');
	} else if (unrecognised > 1) {
		texts.push(`${unrecognised} lines were read; none is a request in a format that is known.`);
	}

	const [first, ...more] = files.filter(file => file.state === 'following');
	if (indexing) {
		texts.push('Reading: no request found so far.');
	} else if (first) {
		const what = more.length === 0 ? name(first.path) : `${more.length + 1} files`;
		texts.push(`Waiting for the first request in ${what}.`);
	} else if (files.length === 0) {
		texts.push('Waiting for a log file to appear.');
	} else if (texts.length === 0) {
		texts.push('There is no request in what was read.');
	}

	return texts;
}

/** Of a directory's archives all may have the same trouble: that takes one sentence. */
function isAlike(one: PathState, other: PathState): boolean {
	return one.state === 'unreadable' && other.state === 'unreadable' && one.problem === other.problem;
}

function isFirstOfKind(file: PathState, place: number, files: readonly PathState[]): boolean {
	const first = files.findIndex(other => isAlike(file, other));
	return first === -1 || first === place;
}

/** Without a full stop: some problems end in a command to type. */
function troubleOf(file: PathState, files: readonly PathState[], name: (path: string) => string): string[] {
	const {path, state, problem} = file;
	if (state === 'waiting') {
		return [`Waiting for ${name(path)}: ${problem ?? 'no such file'}`];
	}

	if (state === 'unreadable') {
		const more = files.filter(other => isAlike(file, other)).length - 1;
		const others = more > 0 ? ` and ${more} more` : '';
		return [`${name(path)}${others} can’t be read: ${problem ?? 'the reason is unknown'}`];
	}

	return problem === undefined ? [] : [`${name(path)}: ${problem}`];
}
