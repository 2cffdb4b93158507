import {ago} from '../../listing/ago.js';
import type {Query} from '../../query/query.js';
import {termFor} from '../../query/terms.js';
import {actualEntry} from '../../redaction/redact-entry.js';
import type {Entry} from '../../store/store.js';
import type {Command} from '../keys/command.js';
import {selectedLine} from '../listing/listing-state.js';
import {liveAnswer} from '../live-answer.js';
import type {OpenPanel, PanelScene, PanelTools} from '../panel/open-panel.js';
import {textLine} from '../panel/panel-line.js';
import {firstLine, isScrolling} from '../panel/scrolled.js';
import {textRoom} from '../panel/text-panel.js';
import {ageTicker} from './age-ticker.js';
import {type ClientAround, clientAround, clientQuery} from './client-around.js';
import type {RawLine} from './raw-line.js';
import {rawReads} from './raw-reads.js';
import {type Redirects, redirects} from './redirects.js';
import type {StoryLine} from './story-line.js';
import {storyMove} from './story-move.js';
import {storyTeller} from './story-teller.js';
import {storyView} from './story-view.js';

/** A request whose story is open, or was before another one was opened from it. */
type Chapter = {
	readonly entry: Entry;
	raw: RawLine;
	top: number;
	/** What is selected: the key of its line. */
	selected: string | null;
	/** What was known of the client when it was scrolled away from its top: it holds still from then on. */
	held: Known | null;
};

type Known = {readonly entry: Entry; readonly around: ClientAround; readonly redirects: Redirects};

const reading: RawLine = {state: 'reading', share: null};

/** The panel that tells all that is known of the selected request, and of those before and after it. */
export function openStory({store, clock, changed, close}: PanelTools): OpenPanel {
	const chapters: Chapter[] = [];
	let message: string | null = null;
	/** Steps along the client that wait for its requests; older ones count up. */
	let owed = 0;
	const tell = storyTeller();
	const raws = rawReads(store, changed);
	const age = ageTicker(clock, changed);
	let query: Query | null = null;
	let drawn: {readonly of: readonly unknown[]; readonly lines: readonly StoryLine[]} | undefined;

	const answer = liveAnswer<{readonly query: Query; readonly entry: Entry}, Known>({
		store,
		clock,
		async answer({query: asked, entry}, signal) {
			const around = await clientAround(store, asked, entry, signal);
			return {entry, around, redirects: redirects(entry, around.entries.toReversed())};
		},
		changed() {
			pay();
			changed();
		},
	});

	/** What is known of the client, if this request is among what was asked for last. */
	const knownOf = ({entry, held}: Chapter): Known | null => {
		const last = held ?? answer.answer;
		if (!last?.around.entries.some(({token}) => token === entry.token)) {
			return null;
		}

		return last.entry === entry
			? last
			: {...last, entry, redirects: redirects(entry, last.around.entries.toReversed())};
	};

	const linesOf = (chapter: Chapter, scene: PanelScene): readonly StoryLine[] => {
		const {width, theme, formatTime, room} = scene;
		const {entry, raw} = chapter;
		const now = clock.now();
		const source = chapter.held ?? answer.answer;
		const of = [
			entry,
			raw,
			source,
			answer.problem,
			width,
			theme,
			formatTime,
			room,
			ago(entry.time ?? 0, now),
		];
		if (!drawn || of.some((value, index) => value !== drawn?.of[index])) {
			const known = knownOf(chapter);
			const story = {
				entry,
				raw,
				around: known?.around ?? null,
				redirects: known?.redirects ?? null,
				problem: answer.problem,
			};
			drawn = {of, lines: tell(story, {width, theme, formatTime, now, room: textRoom(scene)})};
		}

		return drawn.lines;
	};

	const open = (entry: Entry): void => {
		chapters.push({entry, raw: reading, top: 0, selected: null, held: null});
	};

	/** Goes on to another request of the same client in place of this one. */
	const replace = (chapter: Chapter, entry: Entry): void => {
		chapters[chapters.indexOf(chapter)] = {entry, raw: reading, top: 0, selected: null, held: null};
	};

	/** Takes the steps that are owed, as far as the client's requests are known. */
	const pay = (): void => {
		for (;;) {
			const chapter = chapters.at(-1);
			if (!chapter || owed === 0) {
				return;
			}

			const {entry} = chapter;
			const around = answer.answer?.around.entries ?? [];
			const place = around.findIndex(({token}) => token === entry.token);
			const next = place === -1 ? undefined : around[place + Math.sign(owed)];
			if (next) {
				replace(chapter, next);
				owed -= Math.sign(owed);
			} else if (entry.ip === null || answer.answered?.entry === entry) {
				message = `no ${owed > 0 ? 'older' : 'newer'} request of this client`;
				owed = 0;
			} else {
				return;
			}
		}
	};

	const move = (chapter: Chapter, command: Command, scene: PanelScene): void => {
		const lines = linesOf(chapter, scene);
		const keys = lines.map(({key}) => key);
		const stops = keys.flatMap((key, index) => (key === undefined ? [] : [index]));
		const at = chapter.selected === null ? -1 : keys.indexOf(chapter.selected);
		const place = {top: chapter.top, at: at === -1 ? null : at};
		const moved = storyMove(place, command, stops, textRoom(scene), lines.length);
		chapter.held = moved.top === 0 ? null : (chapter.held ?? answer.answer);
		chapter.top = moved.top;
		chapter.selected = moved.at === null ? null : (keys[moved.at] ?? null);
	};

	/** What is selected, where it can be seen. */
	const selectedLineOf = (chapter: Chapter, scene: PanelScene): StoryLine | undefined => {
		const lines = linesOf(chapter, scene);
		const first = firstLine(chapter.top, textRoom(scene), lines.length);
		const index = lines.findIndex(({key}) => key !== undefined && key === chapter.selected);
		return index >= first && index < first + textRoom(scene) ? lines[index] : undefined;
	};

	/** Opens what is selected, where it can be seen. */
	const openSelected = (chapter: Chapter, scene: PanelScene): void => {
		const line = selectedLineOf(chapter, scene);
		if (line?.opens) {
			open(line.opens);
		} else if (line?.searches !== undefined) {
			const term = termFor('ip', line.searches, true);
			if (term !== null) {
				// The rest of the search stays, as with `+`: Backspace and the bar take it off.
				scene.search.replace(['ip'], term);
				close();
			}
		}
	};

	return {
		draw(scene) {
			const chapter = chapters.at(-1);
			return chapter
				? storyView(
						linesOf(chapter, scene),
						{...chapter, token: chapter.entry.token, message, isFurther: chapters.length > 1},
						scene,
					)
				: {title: 'Request', hints: '', body: [textLine('')]};
		},
		take(command, scene) {
			const chapter = chapters.at(-1);
			if (!chapter) {
				return false;
			}

			message = null;
			if (isScrolling(command)) {
				move(chapter, command, scene);
			} else if (command === 'open') {
				openSelected(chapter, scene);
			} else if (command === 'sameClientNext' || command === 'sameClientPrevious') {
				owed += command === 'sameClientNext' ? 1 : -1;
				pay();
			} else if (command === 'close' && chapters.length > 1) {
				chapters.pop();
			} else {
				return false;
			}

			return true;
		},
		copied(scene) {
			const chapter = chapters.at(-1);
			const {opens = chapter?.entry} = (chapter && selectedLineOf(chapter, scene)) ?? {};
			return opens ? {entry: opens} : null;
		},
		click({line}, scene) {
			const chapter = chapters.at(-1);
			if (!chapter) {
				return;
			}

			const lines = linesOf(chapter, scene);
			const first = firstLine(chapter.top, textRoom(scene), lines.length);
			// The first line of the body is empty.
			const key = line > 0 ? lines[first + line - 1]?.key : undefined;
			if (key !== undefined && key === chapter.selected) {
				openSelected(chapter, scene);
			} else if (key !== undefined) {
				chapter.selected = key;
			}

			message = null;
		},
		follow({listing}) {
			if (chapters.length === 0) {
				const row = listing.rows[Math.max(0, selectedLine(listing))];
				if (!row) {
					close();
					return;
				}

				open(row.entry);
				changed();
			}

			const chapter = chapters.at(-1);
			if (chapter) {
				const {entry} = chapter;
				const {ip} = actualEntry(entry);
				if (ip !== null) {
					query = query?.text === clientQuery(ip).text ? query : clientQuery(ip);
					answer.ask({query, entry});
					answer.setFrozen(listing.frozen);
				}

				raws.read(chapter);
				age.watch(entry.time);
			}
		},
		close() {
			answer.close();
			raws.close();
			age.close();
		},
	};
}
