import {minEntries} from '../../../differences/change.js';
import {
	type Baseline,
	type SearchSplit,
	splitSearch,
	type TimeRange,
} from '../../../differences/comparison.js';
import type {Differences, Finding} from '../../../differences/differences.js';
import type {DifferenceField, NamedValue} from '../../../differences/fields.js';
import {measureTermOf, termOf, termsOf} from '../../../differences/finding-terms.js';
import {counted} from '../../../format/amounts.js';
import type {ChosenColumn} from '../../../format/chosen-columns.js';
import {incomparableTexts} from '../../../format/finding-texts.js';
import {fitWidth, terminalWidth, wrapText} from '../../../format/fit-width.js';
import {sanitise, visibleText} from '../../../format/sanitise.js';
import type {Offset} from '../../../format/time-formatter.js';
import {timeTexts} from '../../../format/time-ranges.js';
import {keysOf} from '../../../keys/key-bindings.js';
import {afterColon, inParentheses, keyed, keyedBy, leaveHint} from '../../../keys/keyed.js';
import {rolls} from '../../../query/expression.js';
import {periodFields} from '../../../query/field-names.js';
import {isLogFieldName, type LogFieldName} from '../../../query/log-field-name.js';
import {periodOf} from '../../../query/period-of.js';
import {everything, isEverything, type Query} from '../../../query/query.js';
import type {LogField} from '../../../store/store.js';
import type {Style} from '../../../themes/theme.js';
import {localTime} from '../../../timeline/local-time.js';
import type {OpenPanel, Panel, PanelScene, PanelTools, PanelView} from '../../panel/open-panel.js';
import {fittedLine, type PanelLine, textLine, wrappedLines} from '../../panel/panel-lines.js';
import {remembered} from '../../panel/remembered.js';
import {searchText, whileIndexing} from '../../panel/requests-text.js';
import {moveKeys} from '../../panel/text-panel.js';
import {valueList, waitsForValues} from '../../panel/value-list.js';
import {withTerms, withTermsFor} from '../../search/chips.js';
import {fitSpans, type Span, widthOf} from '../../spans/span.js';
import {type LiveAnswer, liveAnswer} from '../../state/live-answer.js';
import {restFactor} from '../../state/snapshots.js';
import {nearValue} from '../facets/facet-texts.js';
import {behindText, findingLines, shownName} from './difference-lines.js';
import {burstText, findBurst, type TimedBurst} from './error-burst.js';
import {goneSearch, isGone} from './gone-search.js';

type Asked = {
	readonly query: Query;
	readonly selection: Query;
	/** Limits both sides. */
	readonly within: Query;
	readonly baseline: Baseline;
	/** The log fields that have a column, and frequent ones: the same object until columns change. */
	readonly logFields: readonly LogFieldName[];
	readonly [name: string]: unknown;
};

type BurstQuestion = {readonly query: Query; readonly offsetAt: Offset; readonly [name: string]: unknown};

/** Minimum pause between two comparisons, in ms, and between two searches for a burst of failures. */
const pause = 2000;

/** Pause after a partial answer, as a multiple of the time it took. Log fields are read only for 1.5 s after a query. */
const partialRest = 1;

/** Interval at which the progress of the first comparison is shown, in ms. Over ClickHouse one may take a minute. */
const progressInterval = 500;

/** Maximum number of findings. More are no longer read. */
const maxFindings = 20;

/** Maximum number of log fields that are compared without a column, and of their values in all requests: reading one takes 4 µs. */
const maxLogFields = 8;
const maxLogValues = 2_000_000;

/** Maximum number of consequences, and of shared values, that the foot names. */
const maxBehind = 10;

/** Minimum width of the search in the heading, and of all searches next to the time of the comparison. */
const minSearchWidth = 8;
const minSearchesWidth = 20;

const none: readonly Finding[] = [];

/** Until all logs have been read, shares are wrong: a log that is read first would be a finding. */
const afterReadingText = 'the comparison begins after reading';

/** Names of the baselines in the title and in headings. */
const baselineNames = {rest: 'the rest', before: 'before', search: 'a search'} as const;

type BaselineName = keyof typeof baselineNames;

/** Names of the requests with a value that is gone. */
const goneNames: Readonly<Record<BaselineName, string>> = {
	rest: 'those of the rest',
	before: 'those before',
	search: 'those of the other search',
};

/** Returns the part of the panel for a baseline, see `OpenPanel.choose`. No key has such a name. */
export function baselinePart(text: string): string {
	return `against ${text}`;
}

/** Opens the panel with the differences between a selection and other requests. */
function openDifferences({store, clock, changed, close, selection: selected}: PanelTools): OpenPanel {
	/** The chosen baseline; null until chosen. */
	let chosen: BaselineName | null = null;
	/** The search that is the baseline; '' until one was given. */
	let other = '';
	let parsedOther: Query | null = null;
	let progress = 0;
	/** When the last comparison began, in ms since 1970. */
	let comparedAt = 0;
	/** When the progress was last shown. */
	let shownAt = clock.now();
	/** False without a selection. */
	let isAsked = false;
	/** The parsed selection of the panel below: always the same object, for which stores cache results. */
	let parsed: Query | null = null;
	const selectionIn = ({search}: Pick<PanelScene, 'search'>): Query => {
		parsed ??= selected === null ? null : search.parse(selected);
		return parsed ?? search.query;
	};
	const otherIn = ({search}: Pick<PanelScene, 'search'>): Query => {
		parsedOther ??= search.parse(other);
		return parsedOther;
	};
	const splitOf = remembered(splitSearch);
	/** A search for some requests of a period or a route is best compared with its other requests. */
	const splitIn = ({search}: Pick<PanelScene, 'search'>): SearchSplit | null =>
		selected === null ? splitOf(search.query) : null;
	const baselineIn = (scene: Pick<PanelScene, 'search'>): BaselineName =>
		chosen ?? (hasStart(selectionIn(scene), clock.now()) && splitIn(scene) === null ? 'before' : 'rest');
	const live = liveAnswer<Asked, Differences>({
		...{store, clock, changed, pause},
		rest: ({partial}) => (partial ? partialRest : restFactor),
		async answer({selection, within, baseline, logFields}, signal) {
			const at = clock.now();
			const differences = await store.differences(
				{selection, within, baseline},
				{
					signal,
					limit: maxFindings,
					logFields,
					progress(done) {
						progress = done;
						if (!live.answer && clock.now() - shownAt >= progressInterval) {
							shownAt = clock.now();
							changed();
						}
					},
				},
			);
			comparedAt = at;
			return differences;
		},
	});
	/** The comparison with the next baseline, if the first one finds nothing: a change may be older than the selection. */
	const elsewhere = liveAnswer<Asked, Differences>({
		...{store, clock, changed, pause, rest: restFactor},
		answer: ({selection, within, baseline, logFields}, signal) =>
			store.differences({selection, within, baseline}, {signal, limit: maxFindings, logFields}),
	});
	const bursts = liveAnswer<BurstQuestion, TimedBurst | null>({
		...{store, clock, changed, pause},
		answer: ({query, offsetAt}, signal) => findBurst(store, query, offsetAt, clock.now(), signal),
	});
	/** Returns the hint at failures that aren't compared; '' without such failures, or if the user has marked requests. */
	const burstHint = (scene: PanelScene, compared: TimeRange | null): string => {
		const burst = bursts.answer;
		const isOutside =
			burst !== null && (compared === null || burst.until < compared.from || burst.from > compared.until);
		return isOutside ? burstText(burst, scene, clock.now()) : '';
	};
	const withoutPeriod = remembered(({text}: Query, parse: (text: string) => Query) =>
		parse(withTermsFor(text, periodFields, [])),
	);
	/** Frequent log fields; null until known. */
	let frequent: readonly LogFieldName[] | null = store.isFleet ? [] : null;
	/** Aborts the query for log fields, which is sent once. */
	let asking: AbortController | undefined;
	const askForLogFields = (): void => {
		asking = new AbortController();
		Promise.all([store.logFields(asking.signal), store.count(everything, asking.signal)]).then(
			([found, {n}]) => {
				frequent = comparableFields(found, n);
				changed();
			},
			// The comparison reports errors of the store.
			() => {
				frequent = [];
				changed();
			},
		);
	};
	const logFieldsIn = remembered(
		(columns: readonly ChosenColumn[], others: readonly LogFieldName[]): readonly LogFieldName[] => [
			...new Set([...logFieldsAmong(columns), ...others]),
		],
	);
	const findings = (): readonly Finding[] => live.answer?.findings ?? none;
	/** Returns the search for the requests of a value that is gone, which the selection lacks; null for other findings. */
	const goneSearchAt = (index: number | null, {search, formatTime, listing}: PanelScene): string | null => {
		const finding = findings()[index ?? -1];
		const {answer, answered} = live;
		if (!finding || !answer || !answered || !isGone(finding)) {
			return null;
		}
		const local = localTime(formatTime.offsetAt, listing.rows[0]?.entry.zone ?? null);
		return goneSearch(finding, answered, answer, {parse: search.parse, now: clock.now(), local});
	};
	/** Returns a search with the terms of a finding; null if no search can find its requests. */
	const searchAt = (index: number | null, text: string, scene: PanelScene): string | null => {
		const finding = findings()[index ?? -1];
		const terms = finding ? termsOf(finding) : [];
		return goneSearchAt(index, scene) ?? (terms.length === 0 ? null : withTerms(text, terms));
	};
	/** Writes the names of log fields as the log does. */
	const withShownNames = (answer: Differences): Differences => {
		const shownField = (field: DifferenceField): DifferenceField =>
			isLogFieldName(field) ? store.shownField(field) : field;
		const shown = (one: NamedValue): NamedValue => ({...one, field: shownField(one.field)});
		return {
			...answer,
			findings: answer.findings.map(finding => ({
				...finding,
				...shown(finding),
				also: finding.also.map(shown),
				mostly: finding.mostly.map(shown),
			})),
			compared: answer.compared.map(shownField),
			incomparable: answer.incomparable.map(shownField),
			different: answer.different.map(shownField),
		};
	};
	/** The reason why the last key had no effect; usually empty. */
	let remark = '';
	/** Returns the possible baselines, sorted as the key goes through them. */
	const baselinesIn = (scene: Pick<PanelScene, 'search'>): readonly BaselineName[] => [
		'rest',
		...(hasStart(selectionIn(scene), clock.now()) ? (['before'] as const) : []),
		...(other === '' ? [] : (['search'] as const)),
	];
	const nextIn = (scene: Pick<PanelScene, 'search'>): BaselineName => {
		const names = baselinesIn(scene);
		return names[(names.indexOf(baselineIn(scene)) + 1) % names.length] ?? 'rest';
	};
	const baselineNamed = (name: BaselineName, scene: Pick<PanelScene, 'search'>): Baseline =>
		name === 'search' ? otherIn(scene) : name;
	/** Names the key that compares with the next baseline, and the number of findings if it is known; empty with one baseline. */
	const otherBaseline = (scene: PanelScene): string => {
		const next = nextIn(scene);
		if (next === baselineIn(scene)) {
			return '';
		}
		const others = next === 'before' ? 'the period before' : baselineNames[next];
		const n = answerTo(elsewhere, baselineNamed(next, scene))?.findings.length ?? 0;
		const found = n === 0 ? '' : ` Against ${others}: ${counted(n, 'finding')}.`;
		const what = n === 0 ? `compares with ${others}` : `shows ${n === 1 ? 'it' : 'them'}`;
		return `${found} ${keyedBy('pageUp', what) ?? ''}`.trimEnd();
	};
	const turn = (scene: PanelScene): void => {
		if (nextIn(scene) === baselineIn(scene)) {
			remark =
				'There is no period before: the selection has no start, such as since:15m. :differences TEXT compares it with a search.';
			return;
		}
		chosen = nextIn(scene);
		list.restart();
		changed();
	};
	const list = valueList({
		keys: () => findings().map(({field, value}) => `${field}:${value}`),
		question: () => live.answered,
		term(index, isWanted) {
			const finding = findings()[index];
			const term = finding ? (termOf(finding) ?? measureTermOf(finding)) : null;
			return term === null || isWanted ? term : `-${term}`;
		},
		search(index, scene) {
			const finding = findings()[index];
			return finding && (isGone(finding) || measureTermOf(finding) !== null)
				? searchAt(index, scene.search.query.text, scene)
				: null;
		},
		height: rowsIn,
		close,
	});
	const draw = (scene: PanelScene): PanelView => {
		const {width, height, theme} = scene;
		const baseline = baselineIn(scene);
		const baselines = baselinesIn(scene);
		const against = (nameOf: (name: BaselineName) => string): string =>
			baselines
				.map(name => nameOf(name) + (name === baseline && baselines.length > 1 ? ' ▾' : ''))
				.join(', ');
		const leave = leaveHint();
		const selectedFinding = findings()[list.selected(scene) ?? -1];
		const values = [
			keyedBy('open', selectedFinding ? openedName(selectedFinding, baseline) : 'only it'),
			selectedFinding?.value === null ? null : keyed`${'unwanted'} without it`,
		];
		const keys = [...values, keyed`${'wholePane'} whole screen`, leave];
		const switching = keyedBy('pageUp', `against: ${against(name => baselineNames[name])}`);
		const title = {
			title: 'Differences',
			hints: [
				[switching, ...keys],
				[switching, ...values, leave],
				[
					baselines.length > 1
						? keyedBy(
								'pageUp',
								against(name => name),
							)
						: null,
					...values,
					leave,
				],
			],
		};
		const selection = selectionIn(scene);
		if (isEverything(selection)) {
			const hints = [burstHint(scene, null), scene.rotatedHint].filter(hint => hint !== '');
			const below = hints.flatMap(hint => [textLine(''), ...wrappedLines('', hint, width)]);
			return {...title, hints: [keys.slice(-2), keys.slice(-1)], body: [...howTo(scene), ...below]};
		}
		if (scene.listing.status.indexing !== null) {
			return {...title, body: [fittedLine(whileIndexing(afterReadingText, scene), width, theme.aside)]};
		}
		const problem = remark || list.remark || sanitise(live.problem ?? '');
		const message = problem || list.note;
		const footLines = (text: string, style: Style | undefined): readonly PanelLine[] =>
			wrapText(text, width).map(line => fittedLine(line, width, style));
		const foot = message === '' ? [] : footLines(message, problem === '' ? theme.aside : theme.problem);
		const answer = live.answer && withShownNames(live.answer);
		if (!answer) {
			const percent = progress > 0 ? ` ${Math.round(100 * progress)} %` : '';
			const head = live.problem === null ? `comparing …${percent}` : '';
			return {...title, body: [fittedLine(head, width, theme.aside), ...foot]};
		}
		const listHeight = rowsIn(scene);
		const first = list.first(scene);
		const index = list.selected(scene);
		const asked = live.answered?.baseline;
		const others = typeof asked === 'object' ? asked : null;
		const {selection: compared = selection, within = everything} = live.answered ?? {};
		const head = headLine(
			answer,
			{selection: compared, within, against: others, at: comparedAt},
			scene,
			live.isLate,
		);
		const headings = {selected: 'selected', baseline: baselineHeadings[answer.kind]};
		const {header, lines, valueWidth} = findingLines(answer, headings, index, scene);
		const finding = answer.findings[index ?? -1];
		const body =
			answer.findings.length === 0
				? [textLine(''), ...wrappedLines('', nothingText(answer) + otherBaseline(scene), width)]
				: [header, ...lines.slice(first, first + listHeight)];
		const now = clock.now();
		const texts = [
			burstHint(scene, live.answered ? comparedTime(live.answered, answer, now) : everyTime),
			(answer.isTooSmall || lacksBefore(compared, answer, now)) && scene.rotatedHint !== ''
				? `Older requests aren’t read: ${scene.rotatedHint}.`
				: '',
			...footTexts(answer, finding, valueWidth),
		].filter(text => text !== '');
		const left = height - 2 - Math.min(listHeight, Math.max(1, answer.findings.length));
		const linesOf = (shown: readonly string[]): readonly PanelLine[] =>
			shown.flatMap(text => footLines(text, theme.aside));
		const [whole = [], brief = []] = incomparableTexts(answer, shownName).map(text =>
			linesOf([...texts, ...(text === '' ? [] : [`${text}.`])]),
		);
		const below = foot.length > 0 ? foot : whole.length > left ? brief : whole;
		return {...title, body: [head, ...body, ...below.slice(0, left)].slice(0, height)};
	};
	return {
		draw,
		take(command, scene) {
			remark = '';
			if (command === 'pageUp') {
				turn(scene);
				return true;
			}
			const finding = findings()[list.selected(scene) ?? -1];
			if (command === 'wanted' && finding && isGone(finding)) {
				remark = `No selected request has this value${afterColon(keyedBy('open', `searches for ${goneNames[baselineIn(scene)]}`))}.`;
				return true;
			}
			return list.take(command, scene);
		},
		waits: (_, waited) => isAsked && waitsForValues(live, waited),
		selection: scene => searchAt(list.selected(scene), selectionIn(scene).text, scene),
		copied(scene) {
			const text = searchAt(list.selected(scene), '', scene);
			return text === null ? null : {what: 'search', text: visibleText(text)};
		},
		choose(part) {
			const given = part.startsWith(baselinePart('')) ? part.slice(baselinePart('').length).trim() : null;
			if (given === null) {
				return false;
			}
			if (given === 'rest' || given === 'before') {
				chosen = given;
			} else {
				chosen = 'search';
				other = given;
				parsedOther = null;
			}
			list.restart();
			changed();
			return true;
		},
		part: () => chosen && baselinePart(chosen === 'search' ? other : chosen),
		click({line}, scene) {
			list.click(line - 2, scene);
		},
		follow(scene) {
			const selection = selectionIn(scene);
			const {indexing} = scene.listing.status;
			// Over a fleet, this would read months. The comparison comes first.
			const isDue = isEverything(selection) || live.answer !== null;
			if (isDue && selected === null && indexing === null && !store.isFleet) {
				const {offsetAt} = scene.formatTime;
				bursts.ask({query: withoutPeriod(scene.search.query, scene.search.parse), offsetAt});
				bursts.setFrozen(scene.listing.frozen);
			}
			if (isEverything(selection) || indexing !== null) {
				isAsked = false;
				live.close();
				elsewhere.close();
				return;
			}
			// Since the key, the search has lost its start.
			const wasBefore = chosen === 'before' && live.answered?.baseline === 'before';
			chosen = wasBefore && !hasStart(selection, clock.now()) ? null : chosen;
			const {query} = scene.search;
			isAsked = true;
			if (frequent === null) {
				if (!asking) {
					askForLogFields();
				}
				return;
			}
			const logFields = logFieldsIn(scene.columns.getState().chosen, frequent);
			const askedFor = (name: BaselineName): Asked => {
				const split = name === 'rest' ? splitIn(scene) : null;
				const sides = split ?? {selection, within: selected === null ? everything : query};
				return {query, ...sides, baseline: baselineNamed(name, scene), logFields};
			};
			const [name, next] = [baselineIn(scene), nextIn(scene)];
			live.ask(askedFor(name));
			live.setFrozen(scene.listing.frozen);
			const answer = answerTo(live, baselineNamed(name, scene));
			// Over a fleet, a comparison may take a minute.
			if (store.isFleet || next === name || !answer || answer.partial || answer.findings.length > 0) {
				elsewhere.close();
				return;
			}
			elsewhere.ask(askedFor(next));
			elsewhere.setFrozen(scene.listing.frozen);
		},
		close() {
			asking?.abort();
			bursts.close();
			live.close();
			elsewhere.close();
		},
	};
}

/** The panel with the differences. */
export const differencesPanel: Panel = {
	command: 'differences',
	kind: 'wide',
	name: 'Differences',
	isOver: true,
	keys: [
		[['pageUp'], 'compare with the rest, with the period before, or with a search (`:differences TEXT`)'],
		[['wanted', 'unwanted'], 'only requests with the value, or without it'],
		[['open'], 'search for the value; if it is gone, for the requests that had it'],
		[['copy'], 'copy the search for the value'],
		...moveKeys('finding').map(([commands, text]): Panel['keys'][number] => [
			commands.filter(one => one !== 'pageUp'),
			text,
		]),
	],
	open: openDifferences,
};

/** True if a selection has a start, so that there is a period before it. */
function hasStart({expression}: Query, now: number): boolean {
	return periodOf(expression, now).from !== null;
}

/** Returns the log fields among columns. */
function logFieldsAmong(columns: readonly ChosenColumn[]): readonly LogFieldName[] {
	return columns.map(({name}) => name).filter(isLogFieldName);
}

/** Returns the log fields to compare without a column: the most frequent ones whose values repeat, few if there are many requests. */
function comparableFields(found: readonly LogField[], requests: number): readonly LogFieldName[] {
	return found
		.filter(({n, values}) => 2 * values <= n)
		.slice(0, Math.min(maxLogFields, Math.floor(maxLogValues / Math.max(1, requests))))
		.map(({name}): LogFieldName => `@${name.toLowerCase()}`);
}

const everyTime: TimeRange = {from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY};

/** Returns the time that a comparison covers. */
function comparedTime(
	{selection, within, baseline}: Pick<Asked, 'selection' | 'within' | 'baseline'>,
	{before}: Differences,
	now: number,
): TimeRange {
	const {from, until} = periodOf((baseline === 'before' ? selection : within).expression, now);
	return {from: before?.from ?? from ?? everyTime.from, until: until ?? everyTime.until};
}

/** True if the requests that are read have less than half of the period before. */
function lacksBefore({expression}: Query, {kind, before}: Differences, now: number): boolean {
	const {from, until} = periodOf(expression, now);
	const length = Math.min(until ?? now, now) - (from ?? now);
	return kind === 'before' && (before === null || 2 * (before.until - before.from) < length);
}

/** Names the requests that the key searches for. */
function openedName(finding: Finding, baseline: BaselineName): string {
	if (isGone(finding)) {
		return goneNames[baseline];
	}
	const {durationMs, bytes} = finding;
	const shift = durationMs ?? bytes;
	if (shift === undefined) {
		return 'only it';
	}
	const [more, less] = durationMs ? (['slow', 'fast'] as const) : (['large', 'small'] as const);
	const {percentile, selected, baseline: before} = shift;
	return `the ${selected[percentile] > before[percentile] ? more : less} ones`;
}

/** Returns the number of lines for findings. One each is for the head and the header and, if there is space, three for the foot. */
function rowsIn({height}: PanelScene): number {
	return Math.max(1, height < 8 ? height - 2 : height - 5);
}

/** Describes the keys that select requests. */
function howTo({width}: PanelScene): readonly PanelLine[] {
	const ways: ReadonlyArray<readonly [string | null, string]> = [
		[keyed`${'status5'} ${'status4'} ${'search'}`, 'requests with 5xx, with 4xx, of any search'],
		[keyed`${'windowNext'}`, 'the last 5 min, 15 min, 1 h …; compared with the period before'],
		[
			keyed`${'timeline'} ${'cellLeft'} ${'differences'}`,
			`a column of the timeline${inParentheses(keyedBy('pageDown', 'marks the start of a range'))}, likewise`,
		],
		[
			keyed`${'facets'} ${'rowDown'} ${'differences'}`,
			`one of the most frequent values, or in ${keysOf('routes') ?? 'the panel'} one of the routes`,
		],
	];
	const known = ways.flatMap(([keys, text]) => (keys === null ? [] : [{keys, text}]));
	const leadWidth = Math.max(0, ...known.map(({keys}) => keys.length)) + 2;
	return [
		...wrappedLines('', 'Compares requests with others, and lists the differences. Which requests?', width),
		...known.flatMap(({keys, text}) => wrappedLines(keys.padEnd(leadWidth), text, width)),
	];
}

/** Headings of the shares of the baseline. */
const baselineHeadings = {rest: 'rest', before: 'before', search: 'other'} as const;

/** The searches for both sides. */
type Sides = {
	readonly selection: Query;
	/** Limits both sides; everything if it is the selection. */
	readonly within: Query;
	/** The baseline; null if it isn't a search. */
	readonly against: Query | null;
	/** When the requests were compared, in ms since 1970. */
	readonly at: number;
};

/** Returns the line of both sides; the numbers of requests stand out. */
function headLine(
	{selected: count, baseline, findings, kind, before, partial}: Differences,
	{selection, within, against, at}: Sides,
	scene: PanelScene,
	isLate: boolean,
): PanelLine {
	const {theme} = scene;
	const found = findings.length === 0 ? '' : `.  ${counted(findings.length, 'finding')}`;
	const order = findings.length > 1 ? ', the strongest first' : '';
	const requests = counted(count, 'request');
	const link = ` against ${kind === 'rest' ? 'the other ' : ''}`;
	const after = `${baseline}${{before: ' before', search: ' others', rest: ''}[kind]}`;
	const end = partial ? ' · partial result' : '';
	// A cut number would look like a smaller one.
	const others = requests.length + ' with '.length + link.length + after.length + end.length;
	const texts = timeTexts(scene.formatTime, scene.listing.rows[0]?.entry.zone ?? null);
	// The numbers of a moving period at the top of the screen are newer.
	const isMoving = rolls(selection.expression) || rolls(within.expression);
	const asOf = isMoving ? `As of ${texts.shortRange(at, at + 1, at)}: ` : '';
	const room = scene.width - others - 1;
	const time = room - asOf.length >= minSearchesWidth ? asOf : '';
	const searchesWidth = Math.max(minSearchWidth, room - time.length);
	const limits = [
		against === null ? '' : ` with ${searchText(scene.shownQuery(against))}`,
		isEverything(within) ? '' : `, all with ${searchText(scene.shownQuery(within))}`,
	].join('');
	const selected = searchText(scene.shownQuery(selection));
	// Each has half of the width, and the space that the other one doesn't need.
	const limitsWidth = Math.max(searchesWidth >> 1, searchesWidth - terminalWidth(selected));
	const limitsText = fitWidth(limits, Math.min(terminalWidth(limits), limitsWidth)).trimEnd();
	const search = fitWidth(
		selected,
		Math.max(minSearchWidth, searchesWidth - terminalWidth(limitsText)),
	).trimEnd();
	const period =
		before === null ? '' : ` (${texts.shortRange(before.from, before.until + 1, before.until + 1)})`;
	const spansWith = (shownPeriod: string, shownFound: string): readonly Span[] => [
		{text: time, style: theme.aside},
		{text: requests, style: theme.title},
		{text: ` with ${search}${link}`, style: theme.aside},
		{text: after, style: theme.title},
		{text: shownPeriod + limitsText + whileIndexing(shownFound, scene, isLate), style: theme.aside},
		{text: end, style: theme.aside},
	];
	const variants = [
		spansWith(period, found + order),
		spansWith(period, found),
		spansWith('', found),
		spansWith('', ''),
		[
			{text: requests, style: theme.title},
			{text: link, style: theme.aside},
			{text: after, style: theme.title},
		],
	];
	const spans = variants.find(one => widthOf(one) <= scene.width) ?? variants.at(-1) ?? [];
	return {spans: fitSpans(spans, scene.width)};
}

/** Reports that there are no differences, or that there are too few requests. */
function nothingText({isTooSmall, selected, baseline, partial}: Differences): string {
	return isTooSmall
		? `Too few requests to compare: ${selected} selected and ${baseline} others; each side needs ${minEntries}.`
		: partial
			? 'Still comparing. Nothing sets them apart so far.'
			: 'Nothing sets them apart.';
}

/** Returns an answer if it compares with this baseline; null otherwise. */
function answerTo(
	{answer, answered}: Pick<LiveAnswer<Asked, Differences>, 'answer' | 'answered'>,
	baseline: Baseline,
): Differences | null {
	return answered?.baseline === baseline ? answer : null;
}

/** Describes where the requests with a value that is gone are. */
function goneText({baseline: {n}}: Finding, kind: Differences['kind']): string {
	const where = {rest: 'in the rest', before: 'from before', search: 'in the other search'}[kind];
	return `Gone: no selected request has it, and the ${counted(n, 'request')} ${n === 1 ? 'is' : 'are'} ${where}.`;
}

/**
 * Returns the value of a finding if it is wider than `valueWidth`, that the value is gone, the values that the finding shares with
 * other findings, and the fields without clear difference.
 */
function footTexts(
	{compared, different, kind}: Differences,
	finding: Finding | undefined,
	valueWidth: number,
): readonly string[] {
	const same = compared.filter(field => !different.includes(field));
	const value = sanitise(nearValue(finding?.value ?? ''));
	return [
		...(terminalWidth(value) > valueWidth ? [value] : []),
		...(finding && isGone(finding) ? [goneText(finding, kind)] : []),
		...(finding ? [behindText(finding, maxBehind)] : []),
		...(same.length === 0 ? [] : [`${same.map(shownName).join(', ')}: no clear difference.`]),
	];
}
