package indp

// Budget is a total privacy loss that may be spent, counted in exact decimals. One goroutine at a
// time may use it.
type Budget struct{ bytes []byte }

// NewBudget makes a budget of epsilon.
func NewBudget(epsilon float64) (*Budget, error) {
	own := &Budget{make([]byte, budgetStateSize)}
	if err := lowBudgetInit(own.bytes, epsilon); err != nil {
		return nil, err
	}
	return own, nil
}

func (b *Budget) made() error {
	if len(b.bytes) == 0 {
		return errUnmade
	}
	return nil
}

// Spend spends epsilon, which counts as the shortest decimal that converts to this double. It
// returns the epsilon to release with: the largest double that does not exceed the decimal. Nothing
// spent is ever given back.
func (b *Budget) Spend(epsilon float64) (usable float64, err error) {
	if err := b.made(); err != nil {
		return 0, err
	}
	return lowBudgetSpend(b.bytes, epsilon)
}

// Change changes the total. The amount spent so far does not change.
func (b *Budget) Change(epsilon float64) error {
	if err := b.made(); err != nil {
		return err
	}
	return lowBudgetChange(b.bytes, epsilon)
}

// RaiseSpent raises the amount spent to epsilon, unless at least as much is spent already.
func (b *Budget) RaiseSpent(epsilon float64) error {
	if err := b.made(); err != nil {
		return err
	}
	return lowBudgetRaise(b.bytes, epsilon)
}

// Left is the largest epsilon that Spend would accept.
func (b *Budget) Left() (float64, error) {
	if err := b.made(); err != nil {
		return 0, err
	}
	return lowBudgetLeft(b.bytes)
}

// Spent is what was spent, exactly, as a decimal such as "0.3".
func (b *Budget) Spent() (string, error) {
	if err := b.made(); err != nil {
		return "", err
	}
	text := make([]byte, budgetTextSize)
	length, err := lowBudgetSpent(b.bytes, text)
	if err != nil {
		return "", err
	}
	return string(text[:length]), nil
}

// MarshalBinary serialises the budget. Never restore older bytes: what was spent since then could
// be spent again.
func (b *Budget) MarshalBinary() ([]byte, error) {
	if err := b.made(); err != nil {
		return nil, err
	}
	out := make([]byte, budgetStateSize)
	if err := lowBudgetSerialise(b.bytes, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UnmarshalBinary reads what MarshalBinary wrote.
func (b *Budget) UnmarshalBinary(bytes []byte) error {
	own := make([]byte, budgetStateSize)
	if err := lowBudgetDeserialise(bytes, own); err != nil {
		return err
	}
	b.bytes = own
	return nil
}
