import {counted} from '../../format/amounts.js';
import {fitWidth, wrapText} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import {clockText} from '../../format/time-texts.js';
import type {Query} from '../../query/query.js';
import {firstBlock, type ListPlace, selectedIndex} from '../../view/panel/list-place.js';
import type {PanelScene} from '../../view/panel/open-panel.js';
import {type PanelLine, wrappedLines} from '../../view/panel/panel-lines.js';
import {marker} from '../../view/spans/piece.js';
import {readingText, sinceWord} from '../alert-texts.js';
import type {Alert} from '../alerts.js';
import {ruleForms} from '../rule.js';

/** A rule with what names it, whatever its place, and its lines. */
export type Block = {readonly key: string; readonly alert: Alert; readonly lines: readonly PanelLine[]};

/** The rules as they are listed, and which of them are on the screen. */
export type Blocks = {
	readonly all: readonly Block[];
	readonly keys: readonly string[];
	readonly selected: Block | undefined;
	/** The index of the first one that is shown. */
	readonly first: number;
	/** Those that are shown, the last of them perhaps not whole. */
	readonly shown: readonly Block[];
};

/**
 * Lists the rules, those that are firing first.
 * @param top - the index of the first one that is wanted
 * @param isUnmatched - whether nothing that was read matches a search
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

/** The line that says how many there are, where there is room for it. */
export function headRoom({room}: Pick<PanelScene, 'room'>): number {
	return room < 6 ? 0 : 1;
}

/** The rule that has a line of the panel; undefined for none. */
export function blockAt(line: number, {shown}: Blocks, scene: PanelScene): Block | undefined {
	let left = line - headRoom(scene);
	return left < 0
		? undefined
		: shown.find(({lines}) => {
				left -= lines.length;
				return left < 0;
			});
}

/** Columns of the word that says how a rule stands, and of the gap behind it. */
const wordWidth = 8;

/** How many rules there are. */
export function headline(alerts: readonly Alert[]): string {
	const firing = alerts.filter(({state}) => state.isFiring).length;
	return `${counted(alerts.length, 'rule')}, ${firing === 0 ? 'none' : firing} of them firing`;
}

/**
 * A rule, and how it stands.
 * @param isUnmatched - whether nothing that was read matches what it looks for
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

/** How a rule stands, in words. */
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
	// At the limit values waver: it fires a little longer, and what is counted seems to say otherwise.
	const back = backSince === null ? '' : `, back since ${clockText(backSince, formatTime)}`;
	return `now ${found}; ${since}${back}`;
}

/** What stands where there are no rules. */
export function howTo(width: number): readonly PanelLine[] {
	return [
		'No rules are watched. They are given by --alert RULE, or in the config file:',
		...ruleForms.map(({form}) => `  ${form}`),
		'such as --alert "5xx share over 5% in 1m". A rule that fires rings the bell, and runs the program of --exec.',
	].flatMap(text => wrappedLines('', text, width));
}
