// Every S-box equals the table computed from the definition: the inverse and the affine map.
module sbox_equal
  import counterpoint_pkg::*;
(
    input byte_t x
);
  byte_t composite, gates, mapped, table_;
  sbox #(.KIND(SBOX_TABLE)) u_table (.x, .s(table_));
  sbox #(.KIND(SBOX_COMPOSITE)) u_composite (.x, .s(composite));
  sbox #(.KIND(SBOX_GATES)) u_gates (.x, .s(gates));
  sbox #(.KIND(SBOX_MAPPED)) u_mapped (.x, .s(mapped));
  always_comb begin
    assert (composite == table_);
    assert (gates == table_);
    assert (mapped == table_);
  end
endmodule
