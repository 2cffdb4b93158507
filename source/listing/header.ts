import type {Cells} from './columns.js';

/** What stands above each column. */
export const header: Cells = {
	status: 'Status',
	ip: 'IP',
	method: 'Method',
	url: 'URL',
	time: 'Time',
	token: 'Token',
};
