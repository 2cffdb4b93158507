/** A share for reading: `12%`; never 0% of something nor 100% of less than all. */
export function percent(part: number, whole: number): string {
	if (part === 0 || whole === 0) {
		return '0%';
	}

	const share = (100 * part) / whole;
	if (share < 1) {
		return '<1%';
	}

	return part < whole && share > 99 ? '>99%' : `${Math.round(share)}%`;
}
