import {readingText, sinceWord} from '../../../alerts/alert-texts.js';
import type {Alert} from '../../../alerts/alerts.js';
import {ruleForms} from '../../../alerts/rule.js';
import {counted} from '../../../format/amounts.js';
import {fitWidth, wrapText} from '../../../format/fit-width.js';
import {sanitise} from '../../../format/sanitise.js';
import type {TimeFormatter} from '../../../format/time-formatter.js';
import {clockText} from '../../../format/time-texts.js';
import type {Query} from '../../../query/query.js';
import {firstBlock, type ListPlace, selectedIndex} from '../../panel/list-place.js';
import type {PanelScene} from '../../panel/open-panel.js';
import {type PanelLine, wrappedLines} from '../../panel/panel-lines.js';
import {marker} from '../../spans/piece.js';

/** A rule with a key that doesn't depend on its position, and its lines. */
export type Block = {readonly key: string; readonly alert: Alert; readonly lines: readonly PanelLine[]};

/** The listed rules, and which of them are visible. */
export type Blocks = {
	readonly all: readonly Block[];
	readonly keys: readonly string[];
	readonly selected: Block | undefined;
	/** Index of the first visible rule. */
	readonly first: number;
	/** The visible rules. The last one may be cut off. */
	readonly shown: readonly Block[];
};

/**
 * Lists the rules, firing ones first.
 * @param top - index of the first rule that should be visible
 * @param isUnmatched - checks whether a search matches no entry so far
 */
export function alertBlocks(
	alerts: readonly Alert[],
	place: ListPlace,
	top: number,
	isUnmatched: (query: Query) => boolean,
	scene: PanelScene,
): Blocks {
	const sorted = alerts
		.map((alert, index) => ({key: String(index), alert}))
		.sort((a, b) => Number(b.alert.state.isFiring) - Number(a.alert.state.isFiring));
	const keys = sorted.map(({key}) => key);
	const index = selectedIndex(place, keys);
	const all = sorted.map(({key, alert}, at) => ({
		key,
		alert,
		lines: alertLines(alert, isUnmatched(alert.rule.query), at === index, scene),
	}));
	const room = scene.room - headRoom(scene);
	const heights = all.map(({lines}) => lines.length);
	const first = firstBlock(top, index, room, heights);
	let left = room;
	const shown = all.slice(first).filter(({lines}) => {
		const isShown = left > 0;
		left -= lines.length;
		return isShown;
	});
	return {all, keys, selected: index === null ? undefined : all[index], first, shown};
}

/** Returns the number of lines that the headline takes: 0 if the panel is too low for it. */
export function headRoom({room}: Pick<PanelScene, 'room'>): number {
	return room < 6 ? 0 : 1;
}

/** Returns the rule at a line of the panel, or undefined. */
export function blockAt(line: number, {shown}: Blocks, scene: PanelScene): Block | undefined {
	let left = line - headRoom(scene);
	return left < 0
		? undefined
		: shown.find(({lines}) => {
				left -= lines.length;
				return left < 0;
			});
}

/** Width of the word for a rule's state, including the gap that follows it, in columns. */
const wordWidth = 8;

/** Returns the headline: the number of rules, and how many are firing. */
export function headline(alerts: readonly Alert[]): string {
	const firing = alerts.filter(({state}) => state.isFiring).length;
	return `${counted(alerts.length, 'rule')}, ${firing === 0 ? 'none' : firing} of them firing`;
}

/**
 * Returns the lines of a rule and its state.
 * @param isUnmatched - true if the search of the rule matches no entry so far
 */
function alertLines(
	alert: Alert,
	isUnmatched: boolean,
	isSelected: boolean,
	{formatTime, width, theme}: Pick<PanelScene, 'formatTime' | 'width' | 'theme'>,
): readonly PanelLine[] {
	const {rule, problem, state} = alert;
	const isWaiting = problem !== null && state.reading === null;
	const word = state.isFiring ? 'FIRING' : isWaiting ? 'waits' : 'quiet';
	const unmatched = isUnmatched ? ['no request that was read matches what it looks for'] : [];
	const texts = [
		rule.name,
		standing(alert, formatTime),
		...(problem === null ? unmatched : [problem]),
		...(rule.name === rule.text ? [] : [rule.text]),
	];
	const leadWidth = Math.min(width, 1 + wordWidth);
	return texts.flatMap((text, index) =>
		wrapText(sanitise(text), Math.max(1, width - leadWidth)).map((part, line): PanelLine => {
			const isFirst = index === 0 && line === 0;
			const lead = fitWidth(marker(isSelected) + (isFirst ? word : ''), leadWidth);
			const leadStyle = state.isFiring ? theme.problem : theme.key;
			const pieces = [
				{text: lead, style: isFirst && !isSelected ? leadStyle : undefined},
				{text: fitWidth(part, width - leadWidth).trimEnd()},
			];
			return {pieces, style: isSelected && index === 0 ? theme.selected : undefined};
		}),
	);
}

/** Describes the state of a rule in words. */
function standing({rule, state}: Alert, formatTime: TimeFormatter): string {
	const {condition} = rule;
	const {reading, firedAt, backSince, isFiring, untold} = state;
	const fired = firedAt === null ? 'has not fired yet' : `last fired ${formatTime(firedAt, null)}`;
	if (reading === null) {
		return fired;
	}

	const found = readingText(condition, reading);
	if (condition.kind === 'any') {
		return `${fired} for ${found}${untold > 0 ? `, ${untold} more since` : ''}`;
	}

	const since = isFiring && firedAt !== null ? `${sinceWord(state)} ${formatTime(firedAt, null)}` : fired;
	// Values waver at the limit: an alert fires a little longer, while the current value seems to contradict it.
	const back = backSince === null ? '' : `, back since ${clockText(backSince, formatTime)}`;
	return `now ${found}; ${since}${back}`;
}

/** Returns the lines that are shown if there are no rules. */
export function howTo(width: number): readonly PanelLine[] {
	return [
		'No rules are watched. They are given by --alert RULE, or in the config file:',
		...ruleForms.map(({form}) => `  ${form}`),
		'such as --alert "5xx share over 5% in 1m". A rule that fires rings the bell, and runs the program of --exec.',
	].flatMap(text => wrappedLines('', text, width));
}
