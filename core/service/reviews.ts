/** Reports of values that look wrong. */
export interface Reviews {
  /** Whether a report about this property waits for a person. */
  isUnderReview(propertyId: string): boolean;
  /** Queues a report of the caller. */
  report(given: {
    readonly property_id: string;
    readonly address: string | null;
    readonly reason: string;
    readonly suggested_value: number | null;
  }): Promise<{ readonly id: string; readonly isNew: boolean }>;
}
