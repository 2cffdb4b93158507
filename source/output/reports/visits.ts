import type {Visits} from '../../answers/answers.js';
import {counted} from '../../format/amounts.js';
import type {Report, ReportSource} from './report.js';
import {type TableColumn, tableReport} from './table.js';

const columns: ReadonlyArray<TableColumn<Visits>> = [
	{path: 'n', value: ({n}) => n, heading: 'requests'},
	{path: 'clients', value: ({clients}) => clients, heading: 'clients', text: of => estimated(of, of.clients)},
	{path: 'visits', value: ({visits}) => visits, heading: 'visits', text: of => estimated(of, of.visits)},
	{
		path: 'requestsPerVisit',
		value: ({n, visits}) => (visits === 0 ? null : Math.round((100 * n) / visits) / 100),
		heading: 'requests per visit',
	},
	{path: 'estimated', value: ({isExact}) => (isExact ? null : true), isOptional: true},
];

/** Returns the clients and their visits, as one row. */
export async function visitsReport({store, query, signal}: ReportSource): Promise<Report> {
	const visits = await store.visits(query, signal);
	const {n: all} = await store.count(query, signal);
	const untimed = all - visits.n;
	return tableReport([{title: `${counted(visits.n, 'request')} with a time`, columns, rows: [visits]}], {
		remark: untimed > 0 ? `not counted, without a time: ${counted(untimed, 'request')}` : '',
		partial: visits.partial,
	});
}

function estimated({isExact}: Visits, n: number): string {
	return isExact ? String(n) : `~${n}`;
}
