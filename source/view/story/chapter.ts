import type {Entry} from '../../store/store.js';
import type {KnownClient} from './facts/known-client.js';
import type {RawLine} from './facts/raw-line.js';
import type {StoryPosition} from './story-position.js';

/** A request whose story is open, or was before another one was opened from it. */
export type Chapter = {
	readonly entry: Entry;
	raw: RawLine;
	position: StoryPosition;
	/** Steps along the client that wait for its requests; older ones count up. */
	owed: number;
	/** What was known of the client when it was scrolled away from its top: it holds still from then on. */
	held: KnownClient | null;
};

/** Nothing but the request is known yet. */
export function newChapter(entry: Entry, owed = 0): Chapter {
	return {
		entry,
		raw: {state: 'reading', share: null},
		position: {top: 0, selected: null},
		owed,
		held: null,
	};
}
