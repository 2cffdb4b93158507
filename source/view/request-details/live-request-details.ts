import type {Clock} from '../../clock.js';
import {ago} from '../../format/time-texts.js';
import type {Query} from '../../query/query.js';
import {actualEntry} from '../../redaction/redact-entry.js';
import type {Entry, Store} from '../../store/store.js';
import {remembered} from '../panel/remembered.js';
import {liveAnswer} from '../state/live-answer.js';
import type {DetailPosition} from './detail-position.js';
import {clientQuery, type KnownClient, knownBy, knownClient} from './facts/client.js';
import {type RawLine, rawReads} from './facts/raw-reads.js';
import type {DetailLine} from './lines/detail-line.js';
import {detailLines, type TellingScene} from './lines/detail-lines.js';

/** A request whose request details is open, or was before another one was opened from it. */
export type DetailSection = {
	readonly entry: Entry;
	raw: RawLine;
	position: DetailPosition;
	/** Steps along the client that wait for its requests; older ones count up. */
	owed: number;
	/** What was known of the client when it was scrolled away from its top: it holds still from then on. */
	held: KnownClient | null;
};

/** Nothing but the request is known yet. */
export function newSection(entry: Entry, owed = 0): DetailSection {
	return {
		entry,
		raw: {state: 'reading', share: null},
		position: {top: 0, selected: null},
		owed,
		held: null,
	};
}

/** Tells when it has to be said anew how long ago something was. */
type AgeTicker = {
	/** Calls `changed` once how long ago that was reads otherwise than now; null: never. In place of the time before. */
	watch(time: number | null): void;
	close(): void;
};

/** How often it is looked whether it does; milliseconds. */
const tick = 1000;

/** Nothing is watched. */
export function ageTicker(clock: Clock, changed: () => void): AgeTicker {
	let watched: {readonly time: number; readonly text: string} | null = null;
	let cancelTick: (() => void) | undefined;

	const poll = (): void => {
		cancelTick = undefined;
		if (watched && ago(watched.time, clock.now()) !== watched.text) {
			watched = null;
			changed();
		} else {
			plan();
		}
	};

	const plan = (): void => {
		if (watched) {
			cancelTick ??= clock.after(tick, poll);
		}
	};

	return {
		watch(time) {
			watched = time === null ? null : {time, text: ago(time, clock.now())};
			plan();
		},
		close() {
			watched = null;
			cancelTick?.();
			cancelTick = undefined;
		},
	};
}

/** All that is known of one request at a time, kept up to date. */
type LiveRequestDetails = {
	/** The last answer about a client: that of the followed request, or of one before it. */
	readonly known: KnownClient | null;
	/** The lines of a request, with what is known by now. */
	lines(section: DetailSection, scene: Omit<TellingScene, 'now'>): readonly DetailLine[];
	/** Asks what isn't known of a request yet, and gives up what was asked of the one before. */
	follow(section: DetailSection, isFrozen: boolean): void;
	/** Asks no more, until the next request is followed. */
	close(): void;
};

/**
 * @param changed - called whenever more is known, and when it has to be told anew how long ago that was
 * @param pause - the shortest pause between two answers, milliseconds
 */
export function liveRequestDetails(
	{store, clock, changed}: {readonly store: Store; readonly clock: Clock; changed(): void},
	pause?: number,
): LiveRequestDetails {
	const tell = detailLines();
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
		follow(section, isFrozen) {
			const {entry} = section;
			const {ip} = actualEntry(entry);
			if (ip === null) {
				answer.close();
			} else {
				answer.ask({query: queryOf(ip), entry});
				answer.setFrozen(isFrozen);
			}

			raws.read(section);
			age.watch(entry.time);
		},
		close() {
			answer.close();
			raws.close();
			age.close();
		},
	};
}
