import type {Alerts} from '../../alerts/alerts.js';
import {parseRule} from '../../alerts/parse-rule.js';
import {columns} from '../../fields/fields.js';
import {ColumnsError, columnsText, defaultChoice, parseColumns} from '../../format/chosen-columns.js';
import {columnTable} from '../../format/columns.js';
import {periodFields} from '../../query/field-names.js';
import {orders, orderText} from '../../query/order.js';
import {QueryError} from '../../query/query-error.js';
import type {HandOff} from '../copy-and-save/use-copy-and-save.js';
import type {StandingExclude} from '../exclude/standing-exclude.js';
import type {ColumnSettings} from '../layout/use-columns.js';
import type {PageRows} from '../layout/use-rows.js';
import type {ListingController} from '../listing/listing-controller.js';
import type {Question} from '../prompt/use-question.js';
import type {LiveSearch} from '../search/live-search.js';
import {type PaletteWord, wordRow} from './palette-items.js';

/** The objects that the words change. */
type ScreenWordsOptions = {
	readonly search: LiveSearch;
	readonly exclude: Pick<StandingExclude, 'put'>;
	readonly columns: ColumnSettings;
	readonly rows: PageRows;
	readonly listing: Pick<ListingController, 'setOrder'>;
	readonly alerts: Pick<Alerts, 'getAlerts' | 'add'>;
	readonly handOff: Pick<HandOff, 'copyScreen' | 'copyText'>;
	readonly question: Pick<Question, 'ask'>;
	readonly showHint: (text: string) => void;
	/** Redacts a string if the redaction is on. */
	readonly shownText: (text: string) => string;
};

const periodExamples = [
	{name: '5m', detail: 'the last 5 minutes'},
	{name: '15m', detail: 'the last 15 minutes'},
	{name: '30m', detail: 'the last 30 minutes'},
	{name: '1h', detail: 'the last hour'},
	{name: '24h', detail: 'the last 24 hours'},
	{name: '9:00', detail: 'from 9 o’clock on'},
	{name: 'all', detail: 'all times'},
];

const excludeExamples = [
	{name: '-url:/health,/ready', detail: 'health checks'},
	{name: '-bot:yes', detail: 'programs'},
	{name: 'none', detail: 'nothing'},
];

const ruleExamples = [
	{name: '5xx share over 5% in 1m', detail: 'a share of the requests'},
	{name: '5xx over 10 in 1m', detail: 'a number of requests'},
	{name: 'under 1 in 5m', detail: 'silence'},
	{name: 'any url:/wp-login', detail: 'each match'},
];

/** Returns the words that set the search, rows, columns and period from an argument. */
export function screenWords({
	search,
	exclude,
	alerts,
	question,
	showHint,
	shownText,
	columns: settings,
	rows,
	listing,
	handOff,
}: ScreenWordsOptions): readonly PaletteWord[] {
	return [
		{
			...wordRow('query'),
			run: text => search.put(text) ?? '',
		},
		{
			...wordRow('window'),
			candidates: () => periodExamples,
			run: text => setWindow(search, text),
		},
		{
			...wordRow('exclude'),
			candidates: () => excludeExamples,
			run: text => setExclude(exclude, text, showHint),
		},
		{
			...wordRow('rows'),
			candidates: () => [{name: 'fit', detail: 'fill the screen'}],
			run: text => setRows(rows, text),
		},
		{
			...wordRow('columns'),
			candidates: written => [
				{name: 'usual', detail: columnsText(defaultChoice)},
				...columns.map(name => ({
					name: written.slice(0, written.lastIndexOf(',') + 1) + name,
					detail: columnTable[name].explained,
				})),
			],
			run: text => setColumns(settings, text),
		},
		{
			...wordRow('sort'),
			candidates: () => orders.map(order => ({name: order, detail: orderText(order)})),
			run: text => setOrder(listing, text),
		},
		{
			...wordRow('alert'),
			candidates: () => ruleExamples,
			run: text =>
				addRule(alerts, text, rule =>
					question.ask(
						'Watched in this session; k copies its line for the config file, to keep it',
						'k',
						() => {
							const line = `${JSON.stringify(rule)}: ${JSON.stringify(rule)},`;
							handOff.copyText('line', shownText(line), ['add it to "alerts" in the config file']);
						},
					),
				),
		},
		{
			...wordRow('copy-command'),
			run() {
				handOff.copyScreen();
				return '';
			},
		},
	];
}

function setExclude(
	exclude: Pick<StandingExclude, 'put'>,
	text: string,
	showHint: (text: string) => void,
): string {
	if (text === '') {
		return `exclude takes what to hide, such as exclude ${excludeExamples[0]?.name}`;
	}
	const isNone = text.toLowerCase() === 'none';
	const problem = exclude.put(isNone ? '' : text);
	if (isNone && problem === '') {
		showHint('No request is excluded now');
	}
	return problem;
}

/**
 * Adds a rule, unless it is watched already. Returns the error message, or an empty text.
 * @param added - called with its text
 */
function addRule(
	alerts: Pick<Alerts, 'getAlerts' | 'add'>,
	text: string,
	added: (rule: string) => void,
): string {
	try {
		const rule = parseRule(text);
		if (alerts.getAlerts().some(alert => alert.rule.text === rule.text)) {
			return 'this rule is watched already';
		}
		alerts.add(rule);
		added(rule.text);
		return '';
	} catch (error) {
		if (!(error instanceof QueryError)) {
			throw error;
		}
		return error.message;
	}
}

function setWindow(search: LiveSearch, text: string): string {
	if (text.toLowerCase() === 'all') {
		search.replace(periodFields);
		return '';
	}
	const term = `since:${/\s/.test(text) ? `"${text.replaceAll('"', '')}"` : text}`;
	const problem = search.problemOf(term);
	if (problem === null) {
		search.replace(periodFields, term);
	}
	return problem ?? '';
}

function setRows(rows: PageRows, text: string): string {
	const number = Number(text);
	const isNumber = /^\d+$/.test(text) && Number.isSafeInteger(number) && number > 0;
	if (!isNumber && text.toLowerCase() !== 'fit') {
		return `rows takes an integer of at least 1, or fit, not ${text}`;
	}
	rows.set(isNumber ? number : 'fit');
	return '';
}

function setOrder(listing: Pick<ListingController, 'setOrder'>, text: string): string {
	const order = orders.find(name => name === text.toLowerCase());
	if (order === undefined) {
		return `sort takes one of ${orders.join(', ')}, not ${text}`;
	}
	listing.setOrder(order);
	return '';
}

function setColumns(settings: ColumnSettings, text: string): string {
	try {
		settings.choose(parseColumns(text));
		return '';
	} catch (error) {
		if (!(error instanceof ColumnsError)) {
			throw error;
		}
		return error.message;
	}
}
