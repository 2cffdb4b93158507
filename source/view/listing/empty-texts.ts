import type {StoreStatus} from '../../store/store.js';

/** The sentences that stand where no request is: what is being waited for. Paths are not sanitised. */
export function emptyTexts({files, indexing}: StoreStatus): readonly string[] {
	const waiting = files.filter(file => file.state === 'waiting');
	const following = files.filter(file => file.state === 'following');
	const texts = [
		...waiting.map(file => `Waiting for ${file.path}: there is no such file yet.`),
		...files
			.filter(file => file.state === 'unreadable')
			.map(file => `${file.path} can't be read: ${file.problem ?? 'the reason is unknown'}.`),
	];
	if (indexing) {
		texts.push('Reading: no request found so far.');
	} else if (following.length > 0) {
		const what = following.length === 1 ? following[0]?.path : `${following.length} files`;
		texts.push(`Waiting for the first request in ${what}.`);
	} else if (files.length === 0) {
		texts.push('Waiting for a log file to appear.');
	} else if (texts.length === 0) {
		texts.push('There is no request in what was read.');
	}

	return texts;
}
