import {minEntries} from '../differences/change.js';
import {type Comparison, queriesOf} from '../differences/comparison.js';
import type {Differences, Finding, MeasureShift} from '../differences/differences.js';
import {type NamedValue, termOf} from '../differences/fields.js';
import {byteSize, counted, percentText} from '../format/amounts.js';
import {behindTexts, nameText, timesText} from '../format/finding-texts.js';
import {sanitise} from '../format/sanitise.js';
import {durationText} from '../format/time-texts.js';
import {isLogFieldName} from '../query/log-field-name.js';
import type {Store} from '../store/store.js';
import {csvCell} from './csv-line.js';
import {harmlessJson} from './json-line.js';
import type {PrintOptions} from './print.js';

/** Maximum width to which names of values are aligned. */
const maxAligned = 40;

/**
 * Prints what sets the requests of a selection apart, best first. Without a finding it prints nothing, and reports that. Resolves with
 * the number of findings.
 * @param report - reports to the user
 */
export async function printDifferences(
	options: Pick<
		PrintOptions,
		'store' | 'sink' | 'form' | 'limit' | 'signal' | 'searched' | 'read' | 'toTerminal'
	>,
	comparison: Comparison,
	report: (text: string) => void,
): Promise<number> {
	const {store, sink, form, limit, signal, toTerminal} = options;
	await store.settled(signal);
	for (const query of queriesOf(comparison)) {
		await store.searched(query, signal);
	}
	await options.searched?.();
	const differences = await store.differences(comparison, {signal, ...(limit !== undefined && {limit})});
	options.read?.();
	for (const line of linesOf(differences, form, store)) {
		await sink.line(toTerminal ? sanitise(line) : line);
	}
	await sink.flush();
	if (differences.findings.length === 0 && limit !== 0) {
		report(noFindingText(differences));
	}
	return differences.findings.length;
}

/** Returns what is reported if nothing was found. */
function noFindingText(differences: Differences): string {
	const {isTooSmall, selected, baseline} = differences;
	const sides = `${counted(selected, 'request')} ${selected === 1 ? 'is' : 'are'} selected, ${baseline} ${baselineText(differences)}`;
	return isTooSmall
		? `too few requests to compare: ${sides}, and each side needs ${minEntries}`
		: `nothing sets them apart: ${sides}`;
}

/** Says where the requests of the baseline are. */
function baselineText({kind}: Pick<Differences, 'kind'>): string {
	return {rest: 'of the rest', before: 'before', search: 'of the baseline'}[kind];
}

function linesOf(
	differences: Differences,
	form: PrintOptions['form'],
	{shownField}: Pick<Store, 'shownField'>,
): readonly string[] {
	const {findings} = differences;
	if (findings.length === 0) {
		return [];
	}
	const shown = ({field, value}: NamedValue): NamedValue => ({
		field: isLogFieldName(field) ? shownField(field) : field,
		value,
	});
	switch (form) {
		case 'json':
			return findings.map(({also, mostly, ...finding}, index) =>
				harmlessJson({
					rank: index + 1,
					...finding,
					...shown(finding),
					also: also.map(shown),
					mostly: mostly.map(shown),
					search: termOf(finding),
				}),
			);
		case 'csv':
			return [
				csvHeader,
				...findings.map((finding, index) => csvLine({...finding, ...shown(finding)}, index)),
			];
		default:
			return textLines(differences, shown);
	}
}

const csvHeader = [
	...['rank', 'field', 'value', 'selected', 'selectedShare', 'baseline', 'baselineShare'],
	...['durationMsP95', 'baselineDurationMsP95', 'bytesP95', 'baselineBytesP95', 'search'],
].join(',');

function csvLine(finding: Finding, index: number): string {
	const {field, value, selected, baseline, durationMs, bytes} = finding;
	return [
		// A log field is called as in other tables: a spreadsheet would run `@name` as a formula.
		...[index + 1, isLogFieldName(field) ? `fields.${field.slice(1)}` : field, value],
		...[selected.n, selected.share, baseline.n, baseline.share],
		...[durationMs, bytes].flatMap(shift => [shift?.selected.p95 ?? null, shift?.baseline.p95 ?? null]),
		termOf(finding),
	]
		.map(csvCell)
		.join(',');
}

function textLines(differences: Differences, shown: (value: NamedValue) => NamedValue): readonly string[] {
	const {findings, selected, baseline} = differences;
	const of = baselineText(differences);
	const names = findings.map(finding => nameText(shown(finding)));
	const width = Math.min(maxAligned, Math.max(...names.map(({length}) => length)));
	return [
		`${counted(selected, 'request')} against ${baseline} ${of}`,
		...findings.map((finding, index) =>
			[
				(names[index] ?? '').padEnd(width),
				...(finding.value === null
					? []
					: [
							`${percentText(finding.selected.n, selected)} of the selection, ${percentText(finding.baseline.n, baseline)} ${of}`,
						]),
				...ratioText(finding),
				...shiftText('p95', durationText, finding.durationMs),
				...shiftText('p95', byteSize, finding.bytes),
				...behindTexts(finding, shown),
			].join('   '),
		),
	];
}

/** Returns how much more or less frequent the value is, unless only its measure is the finding. */
function ratioText({selected, baseline}: Finding): readonly string[] {
	const ratio = selected.share / baseline.share;
	return ratio > 0.67 && ratio < 1.5 ? [] : [timesText(selected.share, baseline.share)];
}

function shiftText(
	name: string,
	text: (value: number) => string,
	shift: MeasureShift | undefined,
): readonly string[] {
	return shift === undefined ? [] : [`${name} ${text(shift.baseline.p95)} → ${text(shift.selected.p95)}`];
}
