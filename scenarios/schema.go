package scenarios

func (constant) schema(c *Catalogue) ordered     { return nil }
func (text) schema(c *Catalogue) ordered         { return nil }
func (texts) schema(c *Catalogue) ordered        { return nil }
func (word) schema(c *Catalogue) ordered         { return nil }
func (whole) schema(c *Catalogue) ordered        { return nil }
func (size) schema(c *Catalogue) ordered         { return nil }
func (duration) schema(c *Catalogue) ordered     { return nil }
func (factor) schema(c *Catalogue) ordered       { return nil }
func (group) schema(c *Catalogue) ordered        { return nil }
func (crew) schema(c *Catalogue) ordered         { return nil }
func (settings) schema(c *Catalogue) ordered     { return nil }
func (variants) schema(c *Catalogue) ordered     { return nil }
func (expectations) schema(c *Catalogue) ordered { return nil }
