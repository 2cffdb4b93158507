import {useState} from 'react';
import type {Redaction} from '../../redaction/redaction.js';
import type {ListingController} from '../listing/listing-controller.js';

/** State of redaction on the screen. */
type Hiding = {
	/** True if the drawn frame hides secrets. */
	readonly isHiding: boolean;
	/** Toggles redaction. */
	redact(): void;
};

/** Provides redaction as React state. */
export function useHiding(redaction: Redaction, listing: Pick<ListingController, 'reshow'>): Hiding {
	const [isHiding, setHiding] = useState(redaction.isOn());
	return {
		isHiding,
		redact() {
			redaction.toggle();
			setHiding(redaction.isOn());
			listing.reshow();
		},
	};
}
