// The frozen look-up tables as cells of the ECP5.
module lut4 (input [3:0] i, output o);
  parameter [15:0] TABLE = 0;
  LUT4 #(.INIT(TABLE)) _TECHMAP_REPLACE_ (.A(i[0]), .B(i[1]), .C(i[2]), .D(i[3]), .Z(o));
endmodule
