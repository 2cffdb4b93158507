import {Columns} from '../formats/w3c-columns.js';
import {commonLayout, type Layout, layoutOf} from '../formats/w3c-layout.js';
import type {LogHeader} from '../log-header.js';
import type {InnerLine} from '../wrappers/wrapper.js';

/** The columns of a line of a W3C log, with their names. */
export class SplitColumns {
	/** Buffer of the columns. */
	bytes: Buffer = Buffer.alloc(0);
	readonly columns = new Columns();

	/** Splits a line. Returns its layout. */
	split({bytes, start, end}: InnerLine, {fields}: LogHeader): Layout | undefined {
		const {columns} = this;
		this.bytes = bytes;
		let layout: Layout | undefined;
		if (fields === '') {
			layout = commonLayout(columns, bytes, start, end);
		} else {
			layout = layoutOf(fields);
			columns.split(bytes, start, end, layout.size, layout.hasCommas);
		}
		if (layout !== undefined && columns.hasDoubled) {
			const copy = Buffer.from(bytes.subarray(start, end));
			this.bytes = copy;
			columns.split(copy, 0, copy.length, layout.size, layout.hasCommas);
			columns.undoDoubled(copy);
		}
		return layout;
	}
}
