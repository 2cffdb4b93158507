import {minEntries, minGrowth, type Percentiles, percentileNames} from '../../differences/change.js';
import type {Comparison} from '../../differences/comparison.js';
import type {Differences, Finding, FoundMeasureShift, Part} from '../../differences/differences.js';
import type {DifferenceField, NamedValue} from '../../differences/fields.js';
import {measureTermOf, termOf} from '../../differences/finding-terms.js';
import {byteSize, counted, percentText} from '../../format/amounts.js';
import {behindTexts, incomparableTexts, nameText, timesText} from '../../format/finding-texts.js';
import {cutMiddle} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import {timeTexts} from '../../format/time-ranges.js';
import {durationText} from '../../format/time-texts.js';
import {isLogFieldName} from '../../query/log-field-name.js';
import {everything, type Query} from '../../query/query.js';
import {quotedInMessage} from '../../query/quoted.js';
import {tokensOf} from '../../query/tokens/query-token.js';
import {newestTime} from '../../timeline/plausible-times.js';
import {csvCell} from '../csv-line.js';
import {roundedShare} from './figures.js';
import type {QuestionOf, Report, ReportForm, ReportSource, ReportTarget} from './report.js';
import {jsonLineOf, maxLast} from './table.js';

/** Maximum width to which names of values are aligned. */
const maxAligned = 40;

/** Returns the differences between a selection and its baseline, best first. Without a finding, the report has only a remark. */
export async function differencesReport(
	{store, limit, formatTime, signal, now}: ReportSource,
	{comparison}: QuestionOf<'diff'>,
): Promise<Report> {
	const differences = await store.differences(comparison, {signal, ...(limit !== undefined && {limit})});
	const {findings, before, partial} = differences;
	const newest = before === null ? null : await newestTime(store, everything, now, signal);
	const {range} = timeTexts(formatTime, newest?.zone ?? null);
	const period = before === null ? '' : ` (${range(before.from, before.until + 1)})`;
	const against = baselineText(differences) + period;
	const nameOf = (field: DifferenceField) => (isLogFieldName(field) ? store.shownField(field) : field);
	const [incomparable] = incomparableTexts(differences, nameOf);
	const remarks = [noFindingText(differences, against, comparison), incomparable];
	return {
		length: findings.length,
		lines: (form, target) =>
			findings.length === 0 ? [] : linesOf(differences, against, {form, target, nameOf}),
		remark: findings.length === 0 && limit !== 0 ? remarks.filter(text => text !== '').join('; ') : '',
		partial,
	};
}

/** Returns the remark without findings. */
function noFindingText(differences: Differences, against: string, comparison: Comparison): string {
	const {isTooSmall, selected, baseline} = differences;
	const sides = `${counted(selected, 'request')} ${selected === 1 ? 'is' : 'are'} selected, ${baseline} ${against}`;
	return isTooSmall
		? `too few requests to compare: ${sides}, and each side needs ${minEntries}${wordText(differences, comparison)}${adviceOf(differences)}`
		: `nothing sets them apart: ${sides}`;
}

/** Explains that a side without requests is a word, which is searched in URLs. The user may have meant a kind of baseline. */
function wordText({selected, baseline}: Differences, comparison: Comparison): string {
	const others = comparison.baseline;
	if (baseline === 0 && typeof others === 'object' && isWord(others)) {
		return `; --baseline ${quotedInMessage(others.text)} searches for URLs that contain it: write rest, before, or a search such as status:2xx`;
	}
	const {selection} = comparison;
	return selected === 0 && isWord(selection)
		? `; --diff ${quotedInMessage(selection.text)} searches for URLs that contain it`
		: '';
}

function isWord({text}: Query): boolean {
	const [token, ...more] = tokensOf(text);
	return more.length === 0 && token?.kind === 'term' && token.field === undefined && !token.isNegated;
}

/** Returns advice if a period has too few requests. */
function adviceOf({kind, selected}: Differences): string {
	if (kind !== 'before') {
		return '';
	}
	return selected < minEntries
		? '; --timeline auto shows when the log has requests'
		: '; --baseline rest compares with all other requests';
}

/** Describes the baseline. */
function baselineText({kind}: Pick<Differences, 'kind'>): string {
	return {rest: 'of the rest', before: 'before', search: 'of the baseline'}[kind];
}

function linesOf(
	differences: Differences,
	against: string,
	{
		form,
		target: {toTerminal},
		nameOf,
	}: {
		readonly form: ReportForm;
		readonly target: ReportTarget;
		readonly nameOf: (field: DifferenceField) => DifferenceField;
	},
): readonly string[] {
	const findings = differences.findings.map(rounded);
	const shown = ({field, value}: NamedValue): NamedValue => ({field: nameOf(field), value});
	const [incomparable] = incomparableTexts(differences, nameOf);
	switch (form) {
		case 'json':
			return findings.map(({also, mostly, ...finding}, index) =>
				jsonLineOf(
					{
						rank: index + 1,
						...finding,
						...shown(finding),
						also: also.map(shown),
						mostly: mostly.map(shown),
						search: searchOf(finding, shown),
					},
					toTerminal,
				),
			);
		case 'csv': {
			const lines = findings.map((finding, index) =>
				csvLine(
					{...finding, ...shown(finding), also: finding.also.map(shown), mostly: finding.mostly.map(shown)},
					index,
					searchOf(finding, shown),
				),
			);
			return [csvHeader, ...(toTerminal ? lines.map(sanitise) : lines)];
		}
		case 'text':
			return [...textLines(differences, against, shown), incomparable]
				.filter(text => text !== '')
				.map(sanitise);
	}
}

/** Rounds the figures of a finding to their accuracy, as in other reports. */
function rounded(finding: Finding): Finding {
	const part = ({n, share}: Part): Part => ({n, share: roundedShare(share)});
	const digits = (value: number): number => Number(value.toPrecision(3));
	const figures = ({p50, p75, p95}: Percentiles) => ({p50: digits(p50), p75: digits(p75), p95: digits(p95)});
	const shift = ({percentile, selected, baseline}: FoundMeasureShift): FoundMeasureShift => ({
		...{percentile, selected: figures(selected), baseline: figures(baseline)},
	});
	const {selected, baseline, durationMs, bytes} = finding;
	return {
		...finding,
		selected: part(selected),
		baseline: part(baseline),
		...(durationMs && {durationMs: shift(durationMs)}),
		...(bytes && {bytes: shift(bytes)}),
	};
}

/**
 * Returns the search for the requests of a finding; for a finding about all requests, the search for the slow or large ones. Null
 * if no search finds them, or if a part of the name of the field is hidden.
 */
function searchOf(
	finding: Omit<Finding, 'also' | 'mostly'>,
	shown: (value: NamedValue) => NamedValue,
): string | null {
	if (finding.value === null) {
		return measureTermOf(finding);
	}
	return shown(finding).field === finding.field ? termOf(finding) : null;
}

const csvHeader = [
	...['rank', 'field', 'value', 'selected', 'selectedShare', 'baseline', 'baselineShare'],
	...['durationMs', 'baselineDurationMs', 'bytes', 'baselineBytes'].flatMap(side =>
		percentileNames.map(name => side + name.toUpperCase()),
	),
	...['search', 'also', 'mostly'],
].join(',');

function csvLine(finding: Finding, index: number, search: string | null): string {
	const {field, value, selected, baseline, durationMs, bytes} = finding;
	// A log field is named as in other tables: a spreadsheet would run `@name` as a formula.
	const nameOf = (name: string): string => (isLogFieldName(name) ? `fields.${name.slice(1)}` : name);
	const listed = (values: readonly NamedValue[]): string | null =>
		values.map(one => [nameOf(one.field), ...(one.value === null ? [] : [one.value])].join(' ')).join('; ') ||
		null;
	return [
		...[index + 1, nameOf(field), value],
		...[selected.n, selected.share, baseline.n, baseline.share],
		...[durationMs?.selected, durationMs?.baseline, bytes?.selected, bytes?.baseline].flatMap(side =>
			percentileNames.map(name => side?.[name] ?? null),
		),
		...[search, listed(finding.also), listed(finding.mostly)],
	]
		.map(csvCell)
		.join(',');
}

/** @param against - description of the baseline, with its period */
function textLines(
	differences: Differences,
	against: string,
	shown: (value: NamedValue) => NamedValue,
): readonly string[] {
	const {findings, selected, baseline} = differences;
	const baselineName = baselineText(differences);
	const name = (of: NamedValue): NamedValue => {
		const {field, value} = shown(of);
		return {field, value: value === null ? null : cutMiddle(sanitise(value), maxLast)};
	};
	const names = findings.map(finding => nameText(name(finding)));
	const width = Math.min(maxAligned, Math.max(...names.map(({length}) => length)));
	return [
		`${counted(selected, 'request')} against ${baseline} ${against}`,
		...findings.map((finding, index) =>
			[
				(names[index] ?? '').padEnd(width),
				...(finding.value === null
					? []
					: [
							`${percentText(finding.selected.n, selected)} of the selection, ${percentText(finding.baseline.n, baseline)} ${baselineName}`,
						]),
				...ratioText(finding),
				...shiftText(durationText, finding.durationMs),
				...shiftText(byteSize, finding.bytes),
				...behindTexts(finding, name),
			].join('   '),
		),
	];
}

/** Returns how much more or less frequent the value is, unless only its measure is the finding. */
function ratioText({selected, baseline}: Finding): readonly string[] {
	const ratio = selected.share / baseline.share;
	return ratio > 1 / minGrowth && ratio < minGrowth ? [] : [timesText(selected.share, baseline.share)];
}

function shiftText(text: (value: number) => string, shift: FoundMeasureShift | undefined): readonly string[] {
	const of = (side: 'selected' | 'baseline'): string => (shift ? text(shift[side][shift.percentile]) : '');
	return shift ? [`${shift.percentile} ${of('baseline')} → ${of('selected')}`] : [];
}
