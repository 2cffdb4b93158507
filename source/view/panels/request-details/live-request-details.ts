import type {Clock} from '../../../clock.js';
import {ago} from '../../../format/time-texts.js';
import type {Query} from '../../../query/query.js';
import {actualEntry} from '../../../redaction/redact-entry.js';
import type {Entry} from '../../../store/store.js';
import type {PanelTools} from '../../panel/open-panel.js';
import {remembered} from '../../panel/remembered.js';
import {liveAnswer} from '../../state/live-answer.js';
import type {DetailPosition} from './detail-position.js';
import {clientQuery, type KnownClient, knownBy, knownClient} from './facts/client.js';
import {type RawLine, rawReads} from './facts/raw-reads.js';
import {routeP95} from './facts/route-p95.js';
import type {DetailLine} from './lines/detail-line.js';
import {type DetailScene, detailLines} from './lines/detail-lines.js';

/** A request whose details are open, or were open before the user opened another request from them. */
export type DetailSection = {
	readonly entry: Entry;
	raw: RawLine;
	position: DetailPosition;
	/** Steps to other requests of the client, waiting until these requests are known. Positive: to older ones. */
	owed: number;
	/** The client as known when the user scrolled away from the top. Shown unchanged until the user scrolls back. */
	held: KnownClient | null;
};

/** Returns the state of a request about which nothing else is known yet. */
export function newSection(entry: Entry, owed = 0): DetailSection {
	return {
		entry,
		raw: {state: 'reading', share: null},
		position: {top: 0, selected: null},
		owed,
		held: null,
	};
}

/** Reports when the age of a time, such as `3 min ago`, has to be redrawn. */
type AgeTicker = {
	/** Replaces the watched time. Calls `changed` once when its age reads differently than now; never for null. */
	watch(time: number | null): void;
	close(): void;
};

/** Interval between checks of the age, in ms. */
const tick = 1000;

/** Returns a ticker that watches no time yet. */
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

/** The facts about one request at a time, kept up to date. */
type LiveRequestDetails = {
	/** The last answer about a client: the client of the followed request or of an earlier one. */
	readonly known: KnownClient | null;
	/** True once the facts about the request's client are known, or can't be. */
	isKnown(section: DetailSection): boolean;
	/** Returns the lines of a request with the facts known so far. */
	lines(section: DetailSection, scene: Omit<DetailScene, 'now' | 'routeP95'>): readonly DetailLine[];
	/** Queries the missing facts of a request within a search. Aborts queries for the previous request. */
	follow(section: DetailSection, search: Query, isFrozen: boolean): void;
	/** Stops querying until the next `follow`. */
	close(): void;
};

/**
 * @param changed - called when more facts are known, and when the age of the request has to be redrawn
 * @param pause - minimum pause between two answers, in ms
 */
export function liveRequestDetails(
	{store, clock, snapshots, changed}: Pick<PanelTools, 'store' | 'clock' | 'snapshots' | 'changed'>,
	pause?: number,
): LiveRequestDetails {
	const drawDetails = detailLines();
	const knownOf = remembered(knownBy);
	const queryOf = remembered(clientQuery);
	const raws = rawReads(store, changed);
	const age = ageTicker(clock, changed);
	const route = routeP95({store, clock, changed});
	const answer = liveAnswer<{readonly query: Query; readonly entry: Entry}, KnownClient>({
		store,
		clock,
		snapshots,
		answer: ({query, entry}, signal) => knownClient(store, query, entry, signal),
		changed,
		pause,
	});
	return {
		get known() {
			return answer.answer;
		},
		isKnown: ({entry}) =>
			actualEntry(entry).ip === null || answer.problem !== null || knownOf(answer.answer, entry) !== null,
		lines({entry, raw, held}, scene) {
			const client = knownOf(held ?? answer.answer, entry);
			return drawDetails(
				{
					entry,
					raw,
					around: client?.around ?? null,
					redirects: client?.redirects ?? null,
					problem: answer.problem,
				},
				{...scene, now: clock.now(), routeP95: route.of(entry, scene.search)},
			);
		},
		follow(section, search, isFrozen) {
			const {entry} = section;
			const {ip} = actualEntry(entry);
			if (ip === null) {
				answer.close();
			} else {
				answer.ask({query: queryOf(ip), entry});
				answer.setFrozen(isFrozen);
			}
			route.follow(entry, search, isFrozen);
			raws.read(section);
			age.watch(entry.time);
		},
		close() {
			answer.close();
			route.close();
			raws.close();
			age.close();
		},
	};
}
