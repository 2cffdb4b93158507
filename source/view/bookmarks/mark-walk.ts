import type {KeptMarks} from '../../bookmarks/kept-marks.js';
import {isOf} from '../../bookmarks/log-names.js';
import type {Mark, Separator} from '../../bookmarks/mark-record.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import type {Store} from '../../store/store.js';
import type {Direction} from '../find/entry-finder.js';
import {afterColon, keyed} from '../keys/keyed.js';
import type {ListingController} from '../listing/listing-controller.js';
import {type FoundMark, findMark, marksIn, separatorsIn} from './mark-finder.js';
import {foundText} from './mark-texts.js';
import {separatorText} from './separators.js';

/** A separator that was gone to, and the request below it. */
export type SeparatorPlace = {readonly separator: Separator; readonly token: string};

/** What is walked through, and who is told where that leads. */
type MarkWalkOptions = {
	readonly kept: KeptMarks;
	readonly listing: ListingController;
	readonly store: Pick<Store, 'get' | 'page'>;
	readonly formatTime: TimeFormatter;
	/** The names of the logs that are watched. */
	readonly files: () => readonly string[];
	/** The separator that was gone to, as long as one is at it. */
	readonly atNow: () => Separator | null;
	/** One is at a separator now, or at none. */
	readonly goTo: (place: SeparatorPlace | null) => void;
	readonly tell: (hint: string) => void;
};

/** Goes from one mark or separator to the next. */
export function markWalk({
	kept,
	listing,
	store,
	formatTime,
	files,
	atNow,
	goTo,
	tell,
}: MarkWalkOptions): (direction: Direction) => void {
	return direction => {
		const way: {found: FoundMark | null} = {found: null};
		const finder: Parameters<ListingController['seek']>[0] = async (from, query, signal) => {
			// Whoever is quick at the start finds them, too.
			await kept.loaded();
			const names = new Set(files());
			const findable = {
				marks: marksIn(kept.getState()),
				separators: separatorsIn(kept.getState(), names),
				isHere: ({logs}: Mark) => isOf(logs, names),
			};
			const start = from && {...from, separator: atNow()};
			way.found = start && (await findMark(store, query, direction, start, findable, signal));
			return way.found?.entry ?? null;
		};

		listing.seek(finder, () => {
			const {found} = way;
			if (found === null) {
				tell(
					`There is no request here to go on from${afterColon(keyed`${'clearSearch'} shows all that there are`)}`,
				);
				return;
			}

			const {entry, separator} = found;
			const isReading = listing.getState().status.indexing !== null;
			const text = separator && separatorText(separator, formatTime, entry?.zone ?? null);
			tell(foundText(found, direction, text, isReading));
			if (entry) {
				goTo(separator && {separator, token: entry.token});
			}
		});
	};
}
