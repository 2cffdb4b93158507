import {useEffect, useState} from 'react';
import type {Store, UnrecognisedLine} from '../../store/store.js';

/** More than anyone looks through; read back from the files in a moment. */
const most = 300;

/** What there is to show: lines, newest first; why there are none; or null, as long as they are being read. */
export type FetchedLines = readonly UnrecognisedLine[] | string | null;

/** The lines that no format reads, as they are when `isWanted` becomes true. */
export function useUnrecognisedLines(
	store: Pick<Store, 'unrecognisedLines'>,
	isWanted: boolean,
): FetchedLines {
	const [lines, setLines] = useState<FetchedLines>(null);
	useEffect(() => {
		if (!isWanted) {
			return;
		}

		const controller = new AbortController();
		const set = (value: FetchedLines): void => {
			if (!controller.signal.aborted) {
				setLines(value);
			}
		};

		store.unrecognisedLines(most, controller.signal).then(set, (error: unknown) => {
			set(error instanceof Error ? error.message : String(error));
		});
		return () => {
			controller.abort();
			setLines(null);
		};
	}, [store, isWanted]);
	return lines;
}
