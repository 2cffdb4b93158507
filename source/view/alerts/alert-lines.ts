import {readingText, sinceWord} from '../../alerts/alert-texts.js';
import type {Alert} from '../../alerts/alerts.js';
import {ruleForms} from '../../alerts/rule-forms.js';
import {clockText} from '../../listing/clock-text.js';
import {counted} from '../../listing/counted.js';
import {fitWidth} from '../../listing/fit-width.js';
import {sanitise} from '../../listing/sanitise.js';
import type {TimeFormatter} from '../../listing/time-formatter.js';
import {wrapText} from '../../listing/wrap-text.js';
import type {PanelScene} from '../panel/open-panel.js';
import type {PanelLine} from '../panel/panel-line.js';
import {wrappedLines} from '../panel/wrapped-lines.js';
import {marker} from '../pieces/marker.js';

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
export function alertLines(
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
			const leadLook = state.isFiring ? theme.problem : theme.key;
			const pieces = [
				{text: lead, look: isFirst && !isSelected ? leadLook : undefined},
				{text: fitWidth(part, width - leadWidth).trimEnd()},
			];
			return {pieces, look: isSelected && index === 0 ? theme.selected : undefined};
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
