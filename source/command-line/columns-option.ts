import {type ChosenColumn, ColumnsError, parseColumns} from '../listing/chosen-columns.js';
import {UsageError} from './usage-error.js';

/**
 * The columns that `--columns` asks for; undefined where it isn't given.
 * @throws UsageError
 */
export const columnsOption = (value: string | true | undefined): readonly ChosenColumn[] | undefined => {
	if (value === undefined) {
		return undefined;
	}
	try {
		return parseColumns(String(value));
	} catch (error) {
		if (!(error instanceof ColumnsError)) {
			throw error;
		}
		throw new UsageError(`--columns: ${error.message}`, {cause: error});
	}
};
