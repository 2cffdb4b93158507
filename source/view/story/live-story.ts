import type {Clock} from '../../clock.js';
import type {Query} from '../../query/query.js';
import {actualEntry} from '../../redaction/redact-entry.js';
import type {Entry, Store} from '../../store/store.js';
import {remembered} from '../panel/remembered.js';
import {liveAnswer} from '../state/live-answer.js';
import {ageTicker} from './age-ticker.js';
import type {Chapter} from './chapter.js';
import {clientQuery} from './facts/client-around.js';
import {type KnownClient, knownBy, knownClient} from './facts/known-client.js';
import {rawReads} from './facts/raw-reads.js';
import type {StoryLine} from './lines/story-line.js';
import {storyTeller, type TellingScene} from './lines/story-teller.js';

/** All that is known of one request at a time, kept up to date. */
export type LiveStory = {
	/** The last answer about a client: that of the followed request, or of one before it. */
	readonly known: KnownClient | null;
	/** The lines of a request, with what is known by now. */
	lines(chapter: Chapter, scene: Omit<TellingScene, 'now'>): readonly StoryLine[];
	/** Asks what isn't known of a request yet, and gives up what was asked of the one before. */
	follow(chapter: Chapter, isFrozen: boolean): void;
	/** Asks no more, until the next request is followed. */
	close(): void;
};

/**
 * @param changed - called whenever more is known, and when it has to be told anew how long ago that was
 * @param pause - the shortest pause between two answers, milliseconds
 */
export function liveStory(
	{store, clock, changed}: {readonly store: Store; readonly clock: Clock; changed(): void},
	pause?: number,
): LiveStory {
	const tell = storyTeller();
	const knownOf = remembered(knownBy);
	const queryOf = remembered(clientQuery);
	const raws = rawReads(store, changed);
	const age = ageTicker(clock, changed);
	const answer = liveAnswer<{readonly query: Query; readonly entry: Entry}, KnownClient>({
		store,
		clock,
		answer: ({query, entry}, signal) => knownClient(store, query, entry, signal),
		changed,
		pause,
	});
	return {
		get known() {
			return answer.answer;
		},
		lines({entry, raw, held}, scene) {
			const client = knownOf(held ?? answer.answer, entry);
			return tell(
				{
					entry,
					raw,
					around: client?.around ?? null,
					redirects: client?.redirects ?? null,
					problem: answer.problem,
				},
				{...scene, now: clock.now()},
			);
		},
		follow(chapter, isFrozen) {
			const {entry} = chapter;
			const {ip} = actualEntry(entry);
			if (ip === null) {
				answer.close();
			} else {
				answer.ask({query: queryOf(ip), entry});
				answer.setFrozen(isFrozen);
			}

			raws.read(chapter);
			age.watch(entry.time);
		},
		close() {
			answer.close();
			raws.close();
			age.close();
		},
	};
}
